import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { consumeMailQuota } from '../email/account-mail-limits.ts'
import { type PasswordLinkCause, passwordLinkMail } from '../mails/password-link.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import type { UserRow } from '../store/users.ts'
import { replaceToken } from '../store/account-tokens.ts'
import { hashToken, newToken } from '../tokens.ts'

const minutes = LIMITS.passwordLinkMinutes

/** The address of a link that sets the password. Older links become invalid. `isSet`: the user had no password. */
export async function newPasswordLink(
  trx: Trx,
  user: Pick<UserRow, 'id' | 'email'>,
  origin: string,
  { isSet, minutes: validFor = minutes }: { isSet: boolean; minutes?: number },
): Promise<string> {
  const token = newToken()
  const hash = hashToken(token)
  const ends = await replaceToken(trx, { userId: user.id, purpose: 'set-password', hash, minutes: validFor })
  const query = new URLSearchParams({ token, email: user.email, expires: String(ends) })
  if (isSet) query.set('is_set_password', '1')
  return `${origin}/reset-password/change?${query}`
}

/** Mails a link that sets the password when the transaction commits. */
export async function mailPasswordLink(
  app: App,
  trx: Trx,
  user: UserRow,
  origin: string,
  cause: PasswordLinkCause,
): Promise<void> {
  const url = await newPasswordLink(trx, user, origin, { isSet: cause === 'set' || cause === 'elsewhere' })
  const values = { name: mailName(fullName(user)), url, cause }
  await app.mail.send(trx, { to: user.email, ...passwordLinkMail(readSettings(user.settings).locale, values) })
}

/** Does the same on a user's request. Sends nothing if the mail limit of the account is reached. */
export async function sendPasswordLink(app: App, user: UserRow, origin: string): Promise<void> {
  if (!(await consumeMailQuota(app.db, 'set-password', user.id, minutes))) return
  const cause = user.password_hash === null ? 'set' : 'reset'
  await app.db.transaction().execute((trx) => mailPasswordLink(app, trx, user, origin, cause))
}
