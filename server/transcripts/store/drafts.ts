// Drafts: unsaved changes of one person, per version of the edit lock. Each changed block is a row, so that storing a
// change costs the same for a short and a long draft or transcript.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { NetChange } from '@kaiwa/transcript/changes.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { textBatches } from './text-batches.ts'

/** Identifies a draft; `userId` is its author. */
export interface DraftRef {
  transcriptId: number
  lockVersion: number
  userId: number
}

function isDraft({ transcriptId, lockVersion, userId }: DraftRef) {
  return sql<boolean>`transcript_id = ${transcriptId} and lock_version = ${lockVersion} and user_id = ${userId}`
}

/** The version of a draft, its number of changed blocks and the characters of their JSON; undefined if there is none. */
export async function findDraftState(
  db: Db | Trx,
  draft: DraftRef,
): Promise<{ version: number; blocks: number; size: number } | undefined> {
  const row = await db
    .selectFrom('transcript_drafts')
    .select(['version', 'blocks', sql<number>`size::double precision`.as('size')])
    .where(isDraft(draft))
    .executeTakeFirst()
  return row
}

/** The version of a draft; undefined if there is none. */
export async function findDraftVersion(db: Db | Trx, draft: DraftRef): Promise<number | undefined> {
  return (await findDraftState(db, draft))?.version
}

/** The drafts of a person, newest first. */
export function listDraftsOf(db: Db, transcriptId: number, userId: number) {
  return db
    .selectFrom('transcript_drafts')
    .select(['lock_version', 'key', 'version', 'blocks', 'saved_at'])
    .where('transcript_id', '=', transcriptId)
    .where('user_id', '=', userId)
    .where('blocks', '>', 0)
    .orderBy('saved_at', 'desc')
    .execute()
}

export async function deleteDraftOf(db: Db | Trx, draft: DraftRef): Promise<void> {
  await db.deleteFrom('transcript_drafts').where(isDraft(draft)).execute()
}

/** Creates an empty draft and deletes the oldest drafts of the person beyond `LIMITS.draftsPerTranscript`. */
export async function insertDraft(trx: Trx, { transcriptId, lockVersion, userId }: DraftRef, key: string) {
  await sql`
    with older as (
      select lock_version from transcript_drafts
      where transcript_id = ${transcriptId} and user_id = ${userId}
      order by lock_version desc offset ${LIMITS.draftsPerTranscript - 1}
    )
    delete from transcript_drafts
    where transcript_id = ${transcriptId} and lock_version in (select lock_version from older)
  `.execute(trx)
  await trx
    .insertInto('transcript_drafts')
    .values({ transcript_id: transcriptId, lock_version: lockVersion, user_id: userId, key, version: 0 })
    .execute()
}

function sizeOf({ before, after }: NetChange): number {
  return (JSON.stringify(before) ?? '').length + (JSON.stringify(after) ?? '').length
}

export interface DraftState {
  version: number
  savedAt: Date
  /** Number of changed blocks. */
  blocks: number
  /** Characters of the JSON of all changes. */
  size: number
}

/** Stores changed blocks in a draft, removes reverted ones, and raises its version. */
export async function writeDraft(
  trx: Trx,
  { transcriptId, lockVersion }: DraftRef,
  changes: readonly NetChange[],
  reverted: readonly string[],
): Promise<DraftState> {
  const touched = [...changes.map(({ uuid }) => uuid), ...reverted]
  const removed = await sql<{ blocks: number; size: number }>`
    with removed as (
      delete from draft_blocks
      where transcript_id = ${transcriptId} and lock_version = ${lockVersion} and uuid = any(${touched}::uuid[])
      returning size
    ) select count(*)::integer as blocks, coalesce(sum(size), 0)::double precision as size from removed
  `.execute(trx)
  const rows = changes.map((change) => ({ ...change, size: sizeOf(change) }))
  for (const batch of textBatches(rows, ({ before, after }) => Math.max(lengthOf(before), lengthOf(after))))
    await sql`
      insert into draft_blocks (transcript_id, lock_version, uuid, before, after, previous, size)
      select ${transcriptId}, ${lockVersion}, uuid, nullif(before, 'null'::jsonb), nullif(after, 'null'::jsonb),
        previous, size
      from jsonb_to_recordset(${jsonb(batch)}) as new (uuid uuid, before jsonb, after jsonb, previous uuid, size integer)
    `.execute(trx)
  const [old] = removed.rows as [{ blocks: number; size: number }]
  const grown = { blocks: rows.length - old.blocks, size: rows.reduce((sum, { size }) => sum + size, 0) - old.size }
  const { rows: states } = await sql<DraftState>`
    update transcript_drafts set version = version + 1, saved_at = clock_timestamp(),
      blocks = blocks + ${grown.blocks}, size = size + ${grown.size}
    where transcript_id = ${transcriptId} and lock_version = ${lockVersion}
    returning version, saved_at as "savedAt", blocks, size::double precision as size
  `.execute(trx)
  return states[0] as DraftState
}

function lengthOf(block: EditableBlock | null): number {
  return block?.content.length ?? 0
}

/** A word is stored with some 200 characters of JSON, of which its text is a small part. */
const JSON_PER_CHARACTER = 50

/** Yields the changes of a draft in batches, in no particular order. Consistent while the file's row is held, or in a snapshot. */
export async function* draftBatches(
  db: Db | Trx,
  { transcriptId, lockVersion }: Omit<DraftRef, 'userId'>,
): AsyncGenerator<NetChange[]> {
  const blocks = await db
    .selectFrom('draft_blocks')
    .select(['uuid', 'size'])
    .where('transcript_id', '=', transcriptId)
    .where('lock_version', '=', lockVersion)
    .orderBy('uuid')
    .execute()
  for (const batch of textBatches(blocks, ({ size }) => size / JSON_PER_CHARACTER)) {
    const { rows } = await sql<NetChange>`
      select uuid, before, after, previous from draft_blocks
      where transcript_id = ${transcriptId} and lock_version = ${lockVersion}
        and uuid = any(${batch.map(({ uuid }) => uuid)}::uuid[])
    `.execute(db)
    yield rows
  }
}

/** Deletes the drafts of those of these users who are no longer members of the file's workspace. */
export async function deleteDraftsOfFormerMembers(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from transcript_drafts using transcripts, files
    where transcripts.id = transcript_drafts.transcript_id and files.id = transcripts.file_id
      and transcript_drafts.user_id = any(${[...userIds]}::integer[])
      and not exists (select from workspace_members member
        where member.user_id = transcript_drafts.user_id and member.workspace_id = files.workspace_id)
  `.execute(db)
}
