// The SQL of notifications. A reader sees notifications about currently visible items, and pending invitations to their
// address: losing access hides a notification immediately.
import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import { type PersonRow, personAt } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { hasValidInviter } from '../membership/invitations/has-valid-inviter.ts'
import { visibleItems } from '../tree/store/access.ts'

/** A notification to be sent. */
export interface Notice {
  type: NotificationType
  itemId: number
  /** Distinguishes notifications of the same type about the same item. */
  about?: number
  actorId: number | null
  invitationId?: number
  /** The thread of comments that it is about. */
  threadId?: number
  to: readonly number[]
}

/** The event that caused the notification. */
export type Cause = Pick<StoredEvent, 'id' | 'created_at'>

export interface NoticeRow {
  id: number
  type: NotificationType
  flag: -1 | 0 | 1
  created_at: Date
  item_id: number
  workspace_id: number
  actor: PersonRow | null
  invitation_id: number | null
  thread_id: number | null
  is_visible: boolean
  is_pending: boolean
}

const isWaiting: RawBuilder<boolean> = sql`exists (
  select from invitations invitation
  join workspaces on workspaces.id = invitation.workspace_id and workspaces.status = 'active'
  join users reader on reader.id = notice.user_id and lower(reader.email) = lower(invitation.email)
  join items invited on invited.id = notice.item_id and invited.trash_id is null
  where invitation.id = notice.invitation_id and invitation.accepted_at is null)`

/**
 * Returns the pending invitations among the reader's notifications that are invalid because their inviters lost the
 * right to send them. One person has few pending invitations.
 */
export async function findInvalidInvitations(db: Db | Trx, { id }: Actor): Promise<number[]> {
  const waiting = await db
    .selectFrom('notifications as notice')
    .innerJoin('invitations as invitation', 'invitation.id', 'notice.invitation_id')
    .selectAll('invitation')
    .where('notice.user_id', '=', id)
    .where('invitation.accepted_at', 'is', null)
    .execute()
  const invalid: number[] = []
  for (const invitation of waiting) if (!(await hasValidInviter(db, invitation))) invalid.push(invitation.id)
  return invalid
}

function isPending(invalid: readonly number[]): RawBuilder<boolean> {
  return sql`(${isWaiting} and notice.invitation_id <> all(${[...invalid]}::integer[]))`
}

function ofReader(db: Db | Trx, actor: Actor, invalid: readonly number[]) {
  return db
    .selectFrom('notifications as notice')
    .leftJoin(visibleItems(db, actor).as('item'), 'item.id', 'notice.item_id')
    .where('notice.user_id', '=', actor.id)
    .where(({ or, eb }) => or([eb('item.id', 'is not', null), isPending(invalid)]))
}

function rows(db: Db | Trx, actor: Actor, invalid: readonly number[]) {
  return ofReader(db, actor, invalid)
    .innerJoin('items as place', 'place.id', 'notice.item_id')
    .select([
      'notice.id',
      'notice.type',
      'notice.flag',
      'notice.created_at',
      'notice.item_id',
      'notice.invitation_id',
      'notice.thread_id',
      'place.workspace_id',
      personAt('notice.actor_id').as('actor'),
      sql<boolean>`item.id is not null`.as('is_visible'),
      isPending(invalid).as('is_pending'),
    ])
    .$castTo<NoticeRow>()
}

interface Slice {
  limit: number
  offset: number
  invalid: readonly number[]
}

/** Returns the newest first. `invalid` invitations are left out, here and below. */
export function findNotices(db: Db, actor: Actor, { limit, offset, invalid }: Slice): Promise<NoticeRow[]> {
  return rows(db, actor, invalid)
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function findNotice(trx: Trx, actor: Actor, id: number): Promise<NoticeRow | undefined> {
  return rows(trx, actor, await findInvalidInvitations(trx, actor))
    .where('notice.id', '=', id)
    .executeTakeFirst()
}

export function countNotices(db: Db, actor: Actor, invalid: readonly number[]) {
  return ofReader(db, actor, invalid)
    .select([
      sql<number>`count(*)::integer`.as('all'),
      sql<number>`count(*) filter (where notice.flag = 0)::integer`.as('unread'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Writes a notification for each recipient who does not have one for this event yet. Returns the recipients that were
 * added.
 */
export async function upsertNotices(
  trx: Trx,
  { id, created_at: at }: Cause,
  { type, itemId, about, actorId, invitationId, threadId, to }: Notice,
): Promise<number[]> {
  const topic = [type, itemId, about].filter((part) => part !== undefined).join(':')
  const { rows: readers } = await sql<{ user_id: number }>`
    insert into notifications (user_id, type, topic, item_id, actor_id, invitation_id, thread_id, event_id, created_at)
    select users.id, ${type}, ${topic}, items.id, ${actorId}::integer, ${invitationId ?? null}::integer,
      ${threadId ?? null}::integer, ${id}::bigint, ${at}
    from users join items on items.id = ${itemId} and items.trash_id is null
    where users.id = any(${[...to]}::integer[]) and not users.is_disabled
    order by users.id
    on conflict (user_id, topic) do update set
      flag = 0, actor_id = excluded.actor_id, invitation_id = excluded.invitation_id,
      event_id = excluded.event_id, created_at = excluded.created_at
    where notifications.event_id < excluded.event_id
    returning user_id
  `.execute(trx)
  return readers.map(({ user_id }) => user_id)
}

export function markOpened(trx: Trx, id: number) {
  return trx.updateTable('notifications').set({ flag: 1 }).where('id', '=', id).execute()
}

/** Marks the unread ones among `ids`, or all of them. Returns true if there were any. */
export async function markRead(trx: Trx, userId: number, ids: readonly number[] | undefined): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ flag: -1 })
    .where('user_id', '=', userId)
    .where('flag', '=', 0)
    // One array parameter, because the number of parameters of a statement is limited.
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::integer[])`))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes notifications about items that the reader may no longer see. Items in the trash and invitations with an
 * invalid inviter are kept, because both may become visible again.
 */
export function deleteInvisibleNotices(trx: Trx, actor: Actor) {
  return trx
    .deleteFrom('notifications')
    .where('user_id', '=', actor.id)
    .where('id', 'not in', ofReader(trx, actor, []).select('notice.id'))
    .where(sql<boolean>`exists (select from items where items.id = notifications.item_id and items.trash_id is null)`)
    .execute()
}

export function deleteOldNotices(db: Db, days: number) {
  return db
    .deleteFrom('notifications')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
    .execute()
}

/** Everyone who wrote in the thread of a comment or was mentioned there, and the owners of the recording. */
export interface CommentPeople {
  itemId: number
  /** It is the first comment of its thread. */
  isFirst: boolean
  participants: number[]
  /** The uploader and the owner of the file. */
  owners: number[]
}

/** The people of a comment; undefined if it was deleted in the meantime. */
export async function findCommentPeople(trx: Trx, commentId: number): Promise<CommentPeople | undefined> {
  const { rows } = await sql<CommentPeople>`
    select file.item_id as "itemId",
      not exists (select from comments earlier where earlier.thread_id = thread.id and earlier.id < comment.id) as "isFirst",
      array(
        select said.author_id from comments said where said.thread_id = thread.id and said.author_id is not null
        union
        select thread.created_by where thread.created_by is not null
        union
        select mention.user_id from comment_mentions mention join comments said on said.id = mention.comment_id
          where said.thread_id = thread.id and mention.removed_at is null
      ) as participants,
      array_remove(array[file.created_by, item.creator_id], null) as owners
    from comments comment
    join comment_threads thread on thread.id = comment.thread_id
    join files file on file.id = thread.file_id
    join items item on item.id = file.item_id
    where comment.id = ${commentId}
  `.execute(trx)
  return rows[0]
}

export interface ProcessedFile {
  itemId: number
  uploadedBy: number | null
  /** Creators of the folders above the file, without the root. */
  folderMakers: number[]
}

/** The file of an event; undefined if it was deleted in the meantime. */
export async function findProcessedFile(trx: Trx, fileId: number): Promise<ProcessedFile | undefined> {
  const { rows } = await sql<ProcessedFile>`
    select file.item_id as "itemId", file.created_by as "uploadedBy", array(
      select distinct folder.creator_id from items folder
      where folder.id = any(string_to_array(item.path, '_')::integer[]) and folder.is_project and folder.depth > 0
        and folder.creator_id is not null) as "folderMakers"
    from files file join items item on item.id = file.item_id
    where file.id = ${fileId}
  `.execute(trx)
  return rows[0]
}

/** Ids of the users with this verified address: one or none. */
export async function findVerifiedUserIds(trx: Trx, email: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email_verified_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The item of an invitation, with its inviter and the owner of the workspace. */
export function findInvitationWithOwner(trx: Trx, invitationId: number) {
  return trx
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .select(['workspace_id', 'item_id', 'invited_by', 'owner_id'])
    .where('invitations.id', '=', invitationId)
    .executeTakeFirst()
}
