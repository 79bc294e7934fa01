// The SQL of threads and their comments.
import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Anchor } from '@kaiwa/transcript/move-anchors.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { type PersonRow, personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { visibleItems } from '../../tree/store/access.ts'

/** The file with the columns that the rules about comments need, if the actor sees it. */
export async function findCommentedFile(db: Db | Trx, actor: Actor, fileId: number) {
  const row = await db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .select(['item.is_project', 'item.depth', 'item.role', 'file.id', 'file.item_id', 'file.status'])
    .where('file.id', '=', fileId)
    .executeTakeFirst()
  return row && { ...row, status: row.status as FileStatus }
}

export type CommentedFile = NonNullable<Awaited<ReturnType<typeof findCommentedFile>>>

/** The file of a thread or of a comment; undefined if it does not exist. */
export async function findFileOf(
  db: Db | Trx,
  of: { threadId: number } | { commentId: number },
): Promise<number | undefined> {
  const query = db.selectFrom('comment_threads as thread').select('thread.file_id')
  const row =
    'threadId' in of
      ? await query.where('thread.id', '=', of.threadId).executeTakeFirst()
      : await query
          .innerJoin('comments', 'comments.thread_id', 'thread.id')
          .where('comments.id', '=', of.commentId)
          .executeTakeFirst()
  return row?.file_id
}

const anchorColumns = [
  'thread.id',
  'thread.block_uuid',
  'thread.start_offset',
  'thread.end_offset',
  'thread.text',
  'thread.quote',
  'thread.time',
  'thread.is_removed',
] as const

/** All threads of a file, or those of them with these ids, in the order of the recording. */
function threadsOf(db: Db | Trx, fileId: number, ids?: readonly number[]) {
  return db
    .selectFrom('comment_threads as thread')
    .where('thread.file_id', '=', fileId)
    .$if(ids !== undefined, (query) => query.where('thread.id', '=', sql<number>`any(${[...(ids ?? [])]}::integer[])`))
    .orderBy('thread.time')
    .orderBy('thread.id')
}

/** Threads without their comments. */
export function findThreads(db: Db | Trx, fileId: number, ids: readonly number[]) {
  return threadsOf(db, fileId, ids)
    .select([
      ...anchorColumns,
      'thread.created_by as author_id',
      'thread.resolved_at',
      personAt('thread.resolved_by').as('resolved_by'),
    ])
    .execute()
}

/** Summaries of all threads, or of those with these ids. */
export function findThreadSummaries(db: Db, fileId: number, ids?: readonly number[]): Promise<ThreadSummary[]> {
  return threadsOf(db, fileId, ids)
    .select([
      'thread.id',
      'thread.block_uuid',
      'thread.start_offset',
      'thread.end_offset',
      sql<string>`left(thread.text, ${LIMITS.excerptOfPassage})`.as('excerpt'),
      'thread.time',
      'thread.is_removed',
      sql<boolean>`thread.resolved_at is not null`.as('is_resolved'),
      sql<number>`(select count(*)::integer from comments where comments.thread_id = thread.id)`.as('comment_count'),
    ])
    .execute()
}

export type ThreadRow = Awaited<ReturnType<typeof findThreads>>[number]

export interface CommentRow {
  id: number
  thread_id: number
  author_id: number | null
  author: PersonRow | null
  body: string
  mentions: { user_id: number; name: string }[]
  created_at: Date
  edited_at: Date | null
}

/** The comments of these threads, oldest first. */
export function findComments(db: Db | Trx, threadIds: readonly number[]): Promise<CommentRow[]> {
  return db
    .selectFrom('comments as comment')
    .select([
      'comment.id',
      'comment.thread_id',
      'comment.author_id',
      personAt('comment.author_id').as('author'),
      'comment.body',
      'comment.created_at',
      'comment.edited_at',
      sql<CommentRow['mentions']>`coalesce((
        select json_agg(json_build_object('user_id', mention.user_id, 'name', mention.name) order by mention.user_id)
        from comment_mentions mention where mention.comment_id = comment.id and mention.removed_at is null), '[]')`.as(
        'mentions',
      ),
    ])
    .where('comment.thread_id', '=', sql<number>`any(${[...threadIds]}::integer[])`)
    .orderBy('comment.id')
    .$castTo<CommentRow>()
    .execute()
}

export async function findComment(db: Db | Trx, id: number): Promise<CommentRow | undefined> {
  const row = await db.selectFrom('comments').select('thread_id').where('id', '=', id).executeTakeFirst()
  return row && (await findComments(db, [row.thread_id])).find((comment) => comment.id === id)
}

interface Totals {
  threads: number
  comments: number
  commentsOfThread: number
}

/** Numbers that are limited per file and thread. */
export async function countComments(trx: Trx, fileId: number, threadId: number | null): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(distinct thread.id)::integer as threads, count(comments.id)::integer as comments,
      (count(comments.id) filter (where thread.id = ${threadId}::integer))::integer as "commentsOfThread"
    from comment_threads thread left join comments on comments.thread_id = thread.id
    where thread.file_id = ${fileId}
  `.execute(trx)
  return rows[0] as Totals
}

interface NewThread extends Anchor {
  file_id: number
  created_by: number
}

export async function insertThread(trx: Trx, thread: NewThread): Promise<number> {
  const { id } = await trx.insertInto('comment_threads').values(thread).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateResolved(trx: Trx, threadId: number, by: number | null): Promise<void> {
  await trx
    .updateTable('comment_threads')
    .set({ resolved_at: by === null ? null : sql`now()`, resolved_by: by })
    .where('id', '=', threadId)
    .execute()
}

interface NewComment {
  thread_id: number
  author_id: number
  body: string
}

export async function insertComment(trx: Trx, comment: NewComment): Promise<number> {
  const { id } = await trx.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateComment(trx: Trx, id: number, body: string): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ body, edited_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces the mentions of a comment. Returns the people whom it mentions for the first time: removed mentions are kept.
 */
export async function replaceMentions(
  trx: Trx,
  commentId: number,
  mentions: readonly { user_id: number; name: string }[],
): Promise<number[]> {
  const { rows: earlier } = await sql<{ user_id: number }>`
    update comment_mentions set removed_at = coalesce(removed_at, now())
    where comment_id = ${commentId} returning user_id
  `.execute(trx)
  if (mentions.length === 0) return []
  await trx
    .insertInto('comment_mentions')
    .values(mentions.map((mention) => ({ ...mention, comment_id: commentId })))
    .onConflict((conflict) =>
      conflict
        .columns(['comment_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), removed_at: null })),
    )
    .execute()
  const known = new Set(earlier.map(({ user_id }) => user_id))
  return mentions.flatMap(({ user_id }) => (known.has(user_id) ? [] : [user_id]))
}

/** Deletes a comment, and its thread if it was the last one. */
export async function deleteCommentRow(trx: Trx, { id, thread_id }: Pick<CommentRow, 'id' | 'thread_id'>) {
  await trx.deleteFrom('comments').where('id', '=', id).execute()
  await sql`
    delete from comment_threads where id = ${thread_id}
      and not exists (select from comments where comments.thread_id = comment_threads.id)
  `.execute(trx)
}

export interface ThreadAnchor extends Anchor {
  id: number
}

/** The passages of all threads of the file of a transcript. */
export function findAnchors(trx: Trx, transcriptId: number): Promise<ThreadAnchor[]> {
  return trx
    .selectFrom('comment_threads as thread')
    .innerJoin('transcripts', 'transcripts.file_id', 'thread.file_id')
    .select(anchorColumns)
    .where('transcripts.id', '=', transcriptId)
    .execute()
}

export async function updateAnchors(trx: Trx, anchors: readonly ThreadAnchor[]): Promise<void> {
  await sql`
    update comment_threads set block_uuid = new.block_uuid, start_offset = new.start_offset,
      end_offset = new.end_offset, text = new.text, time = new.time, is_removed = new.is_removed
    from jsonb_to_recordset(${jsonb(anchors)}) as new (id integer, block_uuid uuid, start_offset integer,
      end_offset integer, text text, time double precision, is_removed boolean)
    where comment_threads.id = new.id
  `.execute(trx)
}
