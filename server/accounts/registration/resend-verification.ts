import type { resendVerification as contract } from '@kaiwa/contract/accounts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { resendVerificationMail } from './jobs/resend-verification-mail.ts'
import { countMailRequest } from '../email/account-mail-limits.ts'

const RESEND_LOCK = { max: 1, window: LIMITS.resendLockSeconds }
const HOURLY_LIMIT = { max: 10, window: 3600 }

/** The answer does not tell whether the address has an account. The limits apply to unknown addresses too. */
export const resendVerification: Handler<typeof contract> = async ({ query }, { app, request }) => {
  const mailRequest = { operation: 'resendVerification', email: query.email, address: request.ip }
  await countMailRequest(app.db, mailRequest, RESEND_LOCK)
  await countMailRequest(app.db, mailRequest, HOURLY_LIMIT)
  const data = { email: query.email, origin: publicAddress({ app, request }) }
  await app.db.transaction().execute((trx) => app.jobs.send(trx, resendVerificationMail, data))
  return { success: true }
}
