// The SQL of invitations. An accepted invitation is kept unchanged, so its link still opens its item, but gives no
// other access.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface Invitation {
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
interface InvitationScope {
  workspaceId: number
  itemId: number | null
}
type NewInvitation = InvitationScope & { email: string; roleId: number; hash: Buffer; invitedBy: number }

/**
 * Inserts or replaces the pending invitation of this address to this item. The link of a replaced invitation stops
 * working; `created_at` is the time of the present link.
 */
export async function upsertInvitation(trx: Trx, one: NewInvitation): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    insert into invitations (workspace_id, item_id, email, role_id, token_hash, invited_by)
    values (${one.workspaceId}, ${one.itemId}, ${one.email}, ${one.roleId}, ${one.hash}, ${one.invitedBy})
    on conflict (workspace_id, coalesce(item_id, 0), lower(email)) where accepted_at is null
    do update set role_id = excluded.role_id, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      created_at = excluded.created_at
    returning id, workspace_id, item_id, email, role_id, invited_by, claimed_by, accepted_by
  `.execute(trx)
  return rows[0] as Invitation
}

function pending(db: Db | Trx, { workspaceId, itemId }: InvitationScope) {
  return db
    .selectFrom('invitations')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('item_id', itemId === null ? 'is' : '=', itemId)
    .where('accepted_at', 'is', null)
}

export function findPending(db: Db | Trx, scope: InvitationScope): Promise<Invitation[]> {
  return pending(db, scope).orderBy('email').execute()
}

export function findPendingOf(trx: Trx, scope: InvitationScope, email: string): Promise<Invitation | undefined> {
  return pending(trx, scope)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns whether this user sent a pending invitation to this item or workspace. */
export async function hasSentInvitations(db: Db, scope: InvitationScope, userId: number): Promise<boolean> {
  return (await pending(db, scope).where('invited_by', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/** Changes the role and keeps the link. The user who changes it becomes its inviter. */
export function changeInvitation(
  trx: Trx,
  id: number,
  { roleId, invitedBy }: { roleId: number; invitedBy: number },
): Promise<Invitation> {
  return trx
    .updateTable('invitations')
    .set({ role_id: roleId, invited_by: invitedBy })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function deleteInvitation(trx: Trx, id: number) {
  return trx.deleteFrom('invitations').where('id', '=', id).execute()
}

/** Identifies an invitation by the hash of its link's token or by its id. */
export type InvitationKey = { hash: Buffer } | { id: number }

function byKey(db: Db | Trx, key: InvitationKey) {
  return db
    .selectFrom('invitations')
    .select(columns)
    .$call((query) => ('hash' in key ? query.where('token_hash', '=', key.hash) : query.where('id', '=', key.id)))
}

export function findInvitation(db: Db | Trx, key: InvitationKey): Promise<Invitation | undefined> {
  return byKey(db, key).executeTakeFirst()
}

/** The same with a row lock, so that concurrent acceptances run one at a time. */
export function lockInvitation(trx: Trx, key: InvitationKey): Promise<Invitation | undefined> {
  return byKey(trx, key).forUpdate().executeTakeFirst()
}

/** Whether the link of an invitation was made in the last `days`. */
export async function isLinkRecent(db: Db | Trx, id: number, days: number): Promise<boolean> {
  const recent = await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return recent !== undefined
}

/** Stores which user registered by a pending invitation. The addresses must be equal. */
export function updateClaim(trx: Trx, { hash, email, userId }: { hash: Buffer; email: string; userId: number }) {
  return trx
    .updateTable('invitations')
    .set({ claimed_by: userId })
    .where('token_hash', '=', hash)
    .where('accepted_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute()
}

export function findClaimed(trx: Trx, userId: number) {
  return trx
    .selectFrom('invitations')
    .select(['id', 'workspace_id'])
    .where('claimed_by', '=', userId)
    .where('accepted_at', 'is', null)
    .orderBy('id')
    .execute()
}

export function updateAccepted(trx: Trx, id: number, userId: number) {
  return trx
    .updateTable('invitations')
    .set({ accepted_by: userId, accepted_at: sql`now()`, claimed_by: null })
    .where('id', '=', id)
    .execute()
}

interface Withdrawal {
  workspaceId: number
  userId: number
  /** Only invitations to this item; null: only those to the workspace itself; undefined: all of the workspace. */
  itemId?: number | null
}

/**
 * Invitations are matched by user and not only by one address: an account has its address, a pending new one, former
 * ones, and invitations it registered with.
 */
function isSentTo(userId: number): RawBuilder<boolean> {
  return sql`(
  claimed_by = ${userId}
  or exists (select from users where users.id = ${userId} and lower(users.email) = lower(invitations.email))
  or exists (select from account_tokens token where token.user_id = ${userId} and lower(token.email) = lower(invitations.email))
  or exists (select from former_addresses former where former.user_id = ${userId}
    and former.address_hash = sha256(convert_to(lower(invitations.email), 'UTF8'))))`
}

/** Deletes pending invitations to this user, together with their notifications. */
export async function withdrawInvitationsTo(trx: Trx, { workspaceId, userId, itemId }: Withdrawal): Promise<void> {
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
export async function withdrawInvitationsBy(
  trx: Trx,
  { workspaceId, userId }: Pick<Withdrawal, 'workspaceId' | 'userId'>,
): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .execute()
}

/** The user who sends a mail about a shared item, and the user with the recipient's address, in any order. */
export function findSenderAndRecipient(trx: Trx, senderId: number, to: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'settings'])
    .where(({ or, eb }) => or([eb('id', '=', senderId), sql<boolean>`lower(email) = lower(${to})`]))
    .execute()
}
