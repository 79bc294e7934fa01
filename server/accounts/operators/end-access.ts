import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { deleteTokens } from '../store/account-tokens.ts'
import { deleteIdentities } from '../store/identities.ts'
import { deleteSessions } from '../store/sessions.ts'
import { deleteTickets } from '../store/two-factor.ts'
import { setDisabled } from '../store/users.ts'

/** Ends all sessions of a user with their sockets and media links, sign-in tickets, mailed links and linked identities. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  await deleteSessions(trx, userId, null)
  await deleteTokens(trx, userId)
  await deleteTickets(trx, userId)
  await deleteIdentities(trx, userId)
  await publish(trx, { type: 'access.changed', data: { user_ids: [userId] } })
}

/**
 * Disables or enables a user. While a user is disabled, sessions are refused with the reason, and their sockets and media
 * links end; they are deleted when the user is enabled again, so that an ended session never works again.
 */
export async function switchAccount(trx: Trx, userId: number, isDisabled: boolean): Promise<void> {
  await setDisabled(trx, userId, isDisabled)
  await deleteTokens(trx, userId)
  await deleteTickets(trx, userId)
  if (!isDisabled) await deleteSessions(trx, userId, null)
  await publish(trx, { type: 'access.changed', data: { user_ids: [userId] } })
}
