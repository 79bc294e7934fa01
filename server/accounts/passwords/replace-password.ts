import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { passwordChangedMail } from '../mails/password-changed.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { renewSession } from '../sessions/session-cookies.ts'
import { deleteSessions } from '../store/sessions.ts'
import { setPassword, type UserRow } from '../store/users.ts'
import { deleteTokens } from '../store/account-tokens.ts'
import { deleteIdentities } from '../store/identities.ts'
import { deleteTickets } from '../store/two-factor.ts'

interface Change {
  hash: string
  exceptSessionId: number | null
  origin: string
}

/**
 * Sets the password and ends everything that the old one could have created: all other sessions with their sockets, sign-in
 * tickets, mailed links and linked identities (decision 180). The session `exceptSessionId` gets a new token, which is returned. The owner is notified by
 * mail.
 */
export async function replacePassword(app: App, trx: Trx, user: UserRow, { hash, exceptSessionId, origin }: Change) {
  await setPassword(trx, user.id, hash)
  await deleteSessions(trx, user.id, exceptSessionId)
  await deleteTokens(trx, user.id)
  await deleteTickets(trx, user.id)
  await deleteIdentities(trx, user.id)
  await publish(trx, { type: 'access.changed', data: { user_ids: [user.id] } })
  const url = `${origin}/reset-password`
  const mail = passwordChangedMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url })
  await app.mail.send(trx, { to: user.email, ...mail })
  return exceptSessionId === null ? null : renewSession(trx, exceptSessionId)
}
