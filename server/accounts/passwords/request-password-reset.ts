import type { requestPasswordReset as contract } from '@kaiwa/contract/password-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countAsk } from '../email/mail-limits.ts'
import { sendPasswordLink } from './send-password-link.ts'
import { findUserByEmail } from '../store.ts'

const LIMIT = { max: 5, window: 15 * 60, code: 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED' } as const

/** Tells whether the address has an account, as the specification shows it; a disabled one counts as none. */
export const requestPasswordReset: Handler<typeof contract> = async ({ body }, { app, request }) => {
  await countAsk(app.db, { operation: 'requestPasswordReset', email: body.email, address: request.ip }, LIMIT)
  const user = await findUserByEmail(app.db, body.email)
  if (!user || user.is_disabled) throw new Refusal('AUTH_EMAIL_NOT_FOUND')
  await sendPasswordLink(app, user, publicAddress({ app, request }))
  return { success: true }
}
