import { LIMITS } from '@kaiwa/contract/limits.ts'
import type {
  requestMagicLogin as requestContract,
  resendMagicLogin as resendContract,
} from '@kaiwa/contract/magic-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { countMailRequest } from '../email/account-mail-limits.ts'

const REQUEST_LIMIT = { max: 10, window: LIMITS.magicLinkMinutes * 60 }
const RESEND_LOCK = { max: 1, window: LIMITS.resendLockSeconds }

interface LinkRequest {
  email: string
  is_app: boolean
}

async function requestLink({ email, is_app }: LinkRequest, { app, request }: Context<'public'>) {
  const mailRequest = { operation: 'requestMagicLink', email, address: request.ip }
  await countMailRequest(app.db, mailRequest, RESEND_LOCK)
  await countMailRequest(app.db, mailRequest, REQUEST_LIMIT)
  const origin = publicAddress({ app, request })
  await app.db.transaction().execute((trx) => app.jobs.send(trx, sendMagicLink, { email, origin, is_app }))
  return { success: true } as const
}

/** The answer does not tell whether the address has an account. The limits apply to unknown addresses too. */
export const requestMagicLogin: Handler<typeof requestContract> = ({ body }, context) => requestLink(body, context)

export const resendMagicLink: Handler<typeof resendContract> = ({ query }, context) => requestLink(query, context)
