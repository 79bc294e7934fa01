import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { mailPasswordLink } from '../passwords/send-password-link.ts'
import { deleteTwoFactor } from '../store/two-factor.ts'
import { setPassword, type UserRow } from '../store/users.ts'
import { endAccess } from './end-access.ts'

/**
 * Deletes every way of signing in: password, two-factor with its recovery codes, linked identities, sessions and mailed
 * links. Then it mails a link to set a new password, unless the user is disabled. Requires the lock of the user.
 */
export async function resetLogin(app: App, trx: Trx, user: UserRow, origin: string): Promise<void> {
  await deleteTwoFactor(trx, user.id)
  await setPassword(trx, user.id, null)
  await endAccess(trx, user.id)
  if (!user.is_disabled) await mailPasswordLink(app, trx, user, origin, 'login-reset')
}
