import type { resendVerification as contract } from '@kaiwa/contract/accounts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { sendVerificationAgain } from './jobs/resend-verification.ts'
import { countAsk } from '../email/mail-limits.ts'

const AT_ONCE = { max: 1, window: LIMITS.resendLockSeconds }
const OFTEN = { max: 10, window: 3600 }

/** Answers the same for every address, known or not; the lock between two mails counts for unknown ones too. */
export const resendVerification: Handler<typeof contract> = async ({ query }, { app, request }) => {
  const asked = { operation: 'resendVerification', email: query.email, address: request.ip }
  await countAsk(app.db, asked, AT_ONCE)
  await countAsk(app.db, asked, OFTEN)
  const wanted = { email: query.email, origin: publicAddress({ app, request }) }
  await app.db.transaction().execute((trx) => app.jobs.send(trx, sendVerificationAgain, wanted))
  return { success: true }
}
