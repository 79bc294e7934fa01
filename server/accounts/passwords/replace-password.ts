import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/events/publish.ts'
import { passwordChangedMail } from '../mails/password-changed.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { renewSession } from '../sessions/sessions.ts'
import { deleteSessions, type findUser, setPassword } from '../store.ts'
import { deleteTokens } from '../token-store.ts'
import { deleteTickets } from '../two-factor/two-factor-store.ts'

type UserRow = Awaited<ReturnType<typeof findUser>>
type Change = { hash: string; keptSession: number | null; origin: string }

/**
 * Whoever knew the old password is out: all other sessions, what hangs on them, and all links that were mailed end with it.
 * The kept session goes on under a new token, which is answered. The owner is told by mail, in case it was somebody else.
 */
export const replacePassword = async (app: App, trx: Trx, user: UserRow, { hash, keptSession, origin }: Change) => {
  await setPassword(trx, user.id, hash)
  await deleteSessions(trx, user.id, keptSession)
  await deleteTokens(trx, user.id)
  await deleteTickets(trx, user.id)
  await publish(trx, { type: 'access.changed', data: { user_ids: [user.id] } })
  const url = `${origin}/reset-password`
  const mail = passwordChangedMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url })
  await app.mail.send(trx, { to: user.email, ...mail })
  return keptSession === null ? null : renewSession(trx, keptSession)
}
