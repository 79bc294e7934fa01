// Withdraws pending invitations after a change of membership or role. They are matched by user and not only by one
// address: an account has its address, a pending new one, former ones, and invitations it registered with.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

type Scope = {
  workspaceId: number
  userId: number
  /** Only invitations to this item; null: only those to the workspace itself; undefined: all of the workspace. */
  itemId?: number | null
}

const isSentTo = (userId: number): RawBuilder<boolean> => sql`(
  claimed_by = ${userId}
  or exists (select from users where users.id = ${userId} and lower(users.email) = lower(invitations.email))
  or exists (select from account_tokens token where token.user_id = ${userId} and lower(token.email) = lower(invitations.email))
  or exists (select from former_addresses former where former.user_id = ${userId}
    and former.address_hash = sha256(convert_to(lower(invitations.email), 'UTF8'))))`

/** Deletes pending invitations to this user, together with their notifications. */
export const withdrawInvitationsTo = async (trx: Trx, { workspaceId, userId, itemId }: Scope): Promise<void> => {
  await trx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .$if(itemId === null, (query) => query.where('item_id', 'is', null))
    .$if(typeof itemId === 'number', (query) => query.where('item_id', '=', itemId ?? null))
    .where(isSentTo(userId))
    .execute()
}

/** Deletes pending invitations that this user sent. */
export const withdrawInvitationsBy = async (
  trx: Trx,
  { workspaceId, userId }: Pick<Scope, 'workspaceId' | 'userId'>,
): Promise<void> => {
  await trx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .execute()
}
