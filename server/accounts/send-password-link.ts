import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { mayMail } from './mail-limits.ts'
import { passwordLinkMail } from './mails/password-link.ts'
import { fullName } from './person.ts'
import { readSettings } from './settings.ts'
import type { findUser } from './store.ts'
import { putToken } from './token-store.ts'
import { hashToken, newToken } from './tokens.ts'

type UserRow = Awaited<ReturnType<typeof findUser>>
const minutes = LIMITS.passwordLinkMinutes

/** Mails a link that sets the password, or nothing while many were mailed and the last one still works. */
export const sendPasswordLink = async (app: App, user: UserRow, origin: string): Promise<void> => {
  if (!(await mayMail(app.db, 'set-password', user.id, minutes))) return
  const hasPassword = user.password_hash !== null
  await app.db.transaction().execute(async (trx) => {
    const token = newToken()
    const ends = await putToken(trx, { userId: user.id, purpose: 'set-password', hash: hashToken(token), minutes })
    const query = { token, email: user.email, expires: String(ends), ...(hasPassword ? {} : { is_set_password: '1' }) }
    const url = `${origin}/reset-password/change?${new URLSearchParams(query)}`
    const mail = passwordLinkMail(readSettings(user.settings).locale, { name: fullName(user), url, hasPassword })
    await app.mail.send(trx, { to: user.email, ...mail })
  })
}
