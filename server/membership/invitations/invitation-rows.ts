// The SQL of invitations. An accepted invitation is kept unchanged, so its link still opens its item, but gives no
// other access.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export type Invitation = {
  id: number
  workspace_id: number
  item_id: number | null
  email: string
  role_id: number
  /** The user who sent or last changed it. The invitation is valid while this user may give its role. */
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

/** A null `itemId` means the workspace itself. */
type Place = { workspaceId: number; itemId: number | null }
type NewInvitation = Place & { email: string; roleId: number; hash: Buffer; invitedBy: number }

/**
 * Inserts or replaces the pending invitation of this address to this item. The link of a replaced invitation stops
 * working.
 */
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

/** Returns whether this user sent a pending invitation to this item or workspace. */
export const hasSentInvitations = async (db: Db, place: Place, userId: number): Promise<boolean> =>
  (await pending(db, place).where('invited_by', '=', userId).limit(1).executeTakeFirst()) !== undefined

/** Changes the role and keeps the link. The user who changes it becomes its inviter. */
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

/** Identifies an invitation by the hash of its link's token or by its id. */
export type InvitationKey = { hash: Buffer } | { id: number }

const byKey = (db: Db | Trx, key: InvitationKey) =>
  db
    .selectFrom('invitations')
    .select(columns)
    .$call((query) => ('hash' in key ? query.where('token_hash', '=', key.hash) : query.where('id', '=', key.id)))

export const findInvitation = (db: Db | Trx, key: InvitationKey): Promise<Invitation | undefined> =>
  byKey(db, key).executeTakeFirst()

/** The same with a row lock, so that concurrent acceptances run one at a time. */
export const holdInvitation = (trx: Trx, key: InvitationKey): Promise<Invitation | undefined> =>
  byKey(trx, key).forUpdate().executeTakeFirst()

/** Stores which user registered by a pending invitation. The addresses must be equal. */
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
