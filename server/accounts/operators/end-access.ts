import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { deleteTokens } from '../store/account-tokens.ts'
import { deleteSessions } from '../store/sessions.ts'
import { deleteTickets } from '../store/two-factor.ts'

/** Ends all sessions of a user with their sockets and media links, sign-in tickets and mailed links. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  await deleteSessions(trx, userId, null)
  await deleteTokens(trx, userId)
  await deleteTickets(trx, userId)
  await publish(trx, { type: 'access.changed', data: { user_ids: [userId] } })
}
