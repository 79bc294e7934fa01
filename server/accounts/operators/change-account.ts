import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/refusal.ts'
import { emailChangedMail } from '../mails/email-changed.ts'
import { mailName } from '../mails/mail-name.ts'
import { mailPasswordLink } from '../passwords/send-password-link.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { deleteTokens } from '../store/account-tokens.ts'
import { changeEmail, findUser, renameUser, setPassword, type UserRow } from '../store/users.ts'
import { endAccess } from './end-access.ts'

interface Change {
  first_name: string
  last_name: string
  email: string
  /** Null: the password stays. */
  passwordHash: string | null
  origin: string
}

/**
 * Changes a user on behalf of an operator. A new address is announced to the old one, together with a new password: the old
 * address is the only one that its owner surely reads. A new password ends all sessions, and the user is sent a link to choose another one: the password itself is never mailed. Requires the lock of the user.
 */
export async function changeAccount(app: App, trx: Trx, user: UserRow, change: Change): Promise<UserRow> {
  const newEmail = change.email === user.email ? null : change.email
  await renameUser(trx, user.id, { first_name: change.first_name, last_name: change.last_name })
  if (newEmail !== null) {
    if (!(await changeEmail(trx, user.id, newEmail))) throw invalid({ email: ['unique'] })
    await deleteTokens(trx, user.id)
    const url = `${change.origin}/guide/support`
    const values = { name: mailName(fullName(user)), url, newEmail, hasNewPassword: change.passwordHash !== null }
    await app.mail.send(trx, { to: user.email, ...emailChangedMail(readSettings(user.settings).locale, values) })
  }
  if (change.passwordHash !== null) {
    await setPassword(trx, user.id, change.passwordHash)
    await endAccess(trx, user.id)
    await mailPasswordLink(app, trx, await findUser(trx, user.id), change.origin, 'operator')
  }
  return findUser(trx, user.id)
}
