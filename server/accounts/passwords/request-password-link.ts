// Requests a mailed link: to reset a password without a session, or to set the first password.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { requestPasswordReset as resetContract } from '@kaiwa/contract/password-links.ts'
import type { requestPasswordSetting as settingContract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { countCall } from '../../platform/http/rate-limit.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { countMailRequest } from '../email/account-mail-limits.ts'
import { findUser, findUserByEmail } from '../store/users.ts'
import { sendPasswordLink } from './send-password-link.ts'

const RESET_LIMIT = { max: 5, window: 15 * 60, code: 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED' } as const
const SETTING_LIMIT = { max: 1, window: LIMITS.passwordLinkLockSeconds, key: 'account' } as const

/** Returns AUTH_EMAIL_NOT_FOUND for unknown addresses, as specified, and for disabled accounts. */
export const requestPasswordReset: Handler<typeof resetContract> = async ({ body }, { app, request }) => {
  await countMailRequest(
    app.db,
    { operation: 'requestPasswordReset', email: body.email, address: request.ip },
    RESET_LIMIT,
  )
  const user = await findUserByEmail(app.db, body.email)
  if (!user || user.is_disabled) throw new Refusal('AUTH_EMAIL_NOT_FOUND')
  await sendPasswordLink(app, user, publicAddress({ app, request }))
  return { success: true }
}

export const requestPasswordSetting: Handler<typeof settingContract> = async ({ body }, { app, actor, request }) => {
  const user = await findUser(app.db, actor.id)
  if (body.email.toLowerCase() !== user.email.toLowerCase()) throw invalid({ email: ['mismatch'] })
  await countCall(app.db, 'requestPasswordSetting', SETTING_LIMIT, String(actor.id))
  await sendPasswordLink(app, user, publicAddress({ app, request }))
  return { success: true }
}
