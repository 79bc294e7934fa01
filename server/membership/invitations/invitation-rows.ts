// The SQL of invitations. One that was accepted stays as it is: its link then leads to what it was for, and nowhere else.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export type Invitation = {
  id: number
  workspace_id: number
  item_id: number | null
  email: string
  role_id: number
  /** Who sent it or changed it last: it gives what they may give. */
  invited_by: number | null
  claimed_by: number | null
  accepted_by: number | null
}

const columns = [
  'id',
  'workspace_id',
  'item_id',
  'email',
  'role_id',
  'invited_by',
  'claimed_by',
  'accepted_by',
] as const

/** Null as `itemId`: to the workspace itself. */
type Place = { workspaceId: number; itemId: number | null }
type NewInvitation = Place & { email: string; roleId: number; hash: Buffer; invitedBy: number }

/** The only invitation of this address to this place; the link of one before it stops working. */
export const putInvitation = async (trx: Trx, one: NewInvitation): Promise<Invitation> => {
  const { rows } = await sql<Invitation>`
    insert into invitations (workspace_id, item_id, email, role_id, token_hash, invited_by)
    values (${one.workspaceId}, ${one.itemId}, ${one.email}, ${one.roleId}, ${one.hash}, ${one.invitedBy})
    on conflict (workspace_id, coalesce(item_id, 0), lower(email)) where accepted_at is null
    do update set role_id = excluded.role_id, token_hash = excluded.token_hash, invited_by = excluded.invited_by
    returning id, workspace_id, item_id, email, role_id, invited_by, claimed_by, accepted_by
  `.execute(trx)
  return rows[0] as Invitation
}

const pending = (db: Db | Trx, { workspaceId, itemId }: Place) =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('item_id', itemId === null ? 'is' : '=', itemId)
    .where('accepted_at', 'is', null)

export const findPending = (db: Db | Trx, place: Place): Promise<Invitation[]> =>
  pending(db, place).orderBy('email').execute()

export const findPendingOf = (trx: Trx, place: Place, email: string): Promise<Invitation | undefined> =>
  pending(trx, place)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .forUpdate()
    .executeTakeFirst()

/** Whether this user sent an invitation to this place that is still pending. */
export const hasSentInvitations = async (db: Db, place: Place, userId: number): Promise<boolean> =>
  (await pending(db, place).where('invited_by', '=', userId).limit(1).executeTakeFirst()) !== undefined

/** Gives it another role under the same link. Whoever does so is its inviter from then on. */
export const changeInvitation = (
  trx: Trx,
  id: number,
  { roleId, invitedBy }: { roleId: number; invitedBy: number },
): Promise<Invitation> =>
  trx
    .updateTable('invitations')
    .set({ role_id: roleId, invited_by: invitedBy })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteInvitation = (trx: Trx, id: number) => trx.deleteFrom('invitations').where('id', '=', id).execute()

/** An invitation by its link's token, as we keep it, or by its number. */
export type InvitationKey = { hash: Buffer } | { id: number }

const byKey = (db: Db | Trx, key: InvitationKey) =>
  db
    .selectFrom('invitations')
    .select(columns)
    .$call((query) => ('hash' in key ? query.where('token_hash', '=', key.hash) : query.where('id', '=', key.id)))

export const findInvitation = (db: Db | Trx, key: InvitationKey): Promise<Invitation | undefined> =>
  byKey(db, key).executeTakeFirst()

/** The same for whoever accepts it: two at once come one after the other. */
export const holdInvitation = (trx: Trx, key: InvitationKey): Promise<Invitation | undefined> =>
  byKey(trx, key).forUpdate().executeTakeFirst()

/** Notes who registered by an invitation that waits for just this address. */
export const putClaim = (trx: Trx, { hash, email, userId }: { hash: Buffer; email: string; userId: number }) =>
  trx
    .updateTable('invitations')
    .set({ claimed_by: userId })
    .where('token_hash', '=', hash)
    .where('accepted_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute()

export const findClaimed = (trx: Trx, userId: number) =>
  trx
    .selectFrom('invitations')
    .select(['id', 'workspace_id'])
    .where('claimed_by', '=', userId)
    .where('accepted_at', 'is', null)
    .orderBy('id')
    .execute()

export const markAccepted = (trx: Trx, id: number, userId: number) =>
  trx
    .updateTable('invitations')
    .set({ accepted_by: userId, accepted_at: sql`now()`, claimed_by: null })
    .where('id', '=', id)
    .execute()
