import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { mayMail } from '../email/mail-limits.ts'
import { type PasswordLinkCause, passwordLinkMail } from '../mails/password-link.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import type { findUser } from '../store.ts'
import { putToken } from '../token-store.ts'
import { hashToken, newToken } from '../tokens.ts'

type UserRow = Awaited<ReturnType<typeof findUser>>
const minutes = LIMITS.passwordLinkMinutes

/** Mails a link that sets the password, after the commit; links sent before it stop working. */
export const mailPasswordLink = async (
  app: App,
  trx: Trx,
  user: UserRow,
  origin: string,
  cause: PasswordLinkCause,
): Promise<void> => {
  const token = newToken()
  const ends = await putToken(trx, { userId: user.id, purpose: 'set-password', hash: hashToken(token), minutes })
  const query = new URLSearchParams({ token, email: user.email, expires: String(ends) })
  if (cause !== 'reset') query.set('is_set_password', '1')
  const values = { name: mailName(fullName(user)), url: `${origin}/reset-password/change?${query}`, cause }
  await app.mail.send(trx, { to: user.email, ...passwordLinkMail(readSettings(user.settings).locale, values) })
}

/** The same for whoever asks: nothing is sent while many were mailed and the last one still works. */
export const sendPasswordLink = async (app: App, user: UserRow, origin: string): Promise<void> => {
  if (!(await mayMail(app.db, 'set-password', user.id, minutes))) return
  const cause = user.password_hash === null ? 'set' : 'reset'
  await app.db.transaction().execute((trx) => mailPasswordLink(app, trx, user, origin, cause))
}
