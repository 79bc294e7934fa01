// Reconstructs earlier versions of blocks. The journal stores each block as it was before each revision that changed
// it. A block at a revision is therefore the first later journal entry or, without one, the current block.
import { sql } from 'kysely'
import { personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findStoredBlocks, type StoredBlock } from './blocks.ts'

interface BlockBefore {
  uuid: string
  before: StoredBlock | null
}

/** Blocks that changed after a revision, as they were at that revision; null where the block did not exist. */
export async function findBlocksChangedSince(
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids?: readonly string[],
): Promise<Map<string, StoredBlock | null>> {
  const some = uuids ? sql`and uuid = any(${uuids}::uuid[])` : sql``
  const { rows } = await sql<BlockBefore>`
    select distinct on (uuid) uuid, before from block_versions
    where transcript_id = ${transcriptId} and revision > ${revision} ${some}
    order by uuid, revision
  `.execute(db)
  return new Map(rows.map(({ uuid, before }) => [uuid, before]))
}

/** These blocks at a revision. Null or missing where the block did not exist. */
export async function findBlocksAt(
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids: readonly string[],
): Promise<Map<string, StoredBlock | null>> {
  const now = await findStoredBlocks(db, transcriptId, { uuids })
  const then = await findBlocksChangedSince(db, transcriptId, revision, uuids)
  return new Map([...now.map((block) => [block.uuid, block] as const), ...then])
}

/** A block of a revision, with the size of its texts in bytes. */
export interface RevisedBlock {
  uuid: string
  bytes: number
}

/** The blocks of the automatic transcript in reading order, without their content; with `uuid`, only that block. */
export async function findOriginalBlocks(db: Db | Trx, transcriptId: number, uuid?: string): Promise<RevisedBlock[]> {
  const { rows } = await sql<RevisedBlock>`
    with first as (
      select distinct on (uuid) uuid, before from block_versions
      where transcript_id = ${transcriptId} and revision > 0 and uuid = coalesce(${uuid ?? null}::uuid, uuid)
      order by uuid, revision
    ), found as (
      select uuid, (before ->> 'position')::numeric as position, octet_length(before ->> 'content') as bytes
      from first where before is not null
      union all
      select uuid, position, octet_length(content) from blocks
      where transcript_id = ${transcriptId} and uuid = coalesce(${uuid ?? null}::uuid, uuid)
        and uuid not in (select uuid from first)
    ) select uuid, bytes from found order by position
  `.execute(db)
  return rows
}

/**
 * The blocks that a revision changed in reading order, without their content; with `uuid`, only that block. A block that
 * existed neither before nor after it is left out, as when it was inserted and deleted.
 */
export async function findRevisedBlocks(
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuid?: string,
): Promise<RevisedBlock[]> {
  const { rows } = await sql<RevisedBlock>`
    select version.uuid,
      coalesce(octet_length(version.before ->> 'content'), 0) + coalesce(octet_length(left_by_it.content), 0) as bytes
    from block_versions version
    left join lateral (
      select before from block_versions later
      where later.transcript_id = version.transcript_id and later.uuid = version.uuid
        and later.revision > version.revision
      order by later.revision limit 1
    ) later on true
    left join lateral (
      select (later.before ->> 'position')::numeric as position, later.before ->> 'content' as content
      where later.before is not null
      union all
      select now.position, now.content from blocks now
      where now.transcript_id = version.transcript_id and now.uuid = version.uuid and not exists (
        select from block_versions later where later.transcript_id = version.transcript_id
          and later.uuid = version.uuid and later.revision > version.revision)
    ) left_by_it on true
    where version.transcript_id = ${transcriptId} and version.revision = ${revision}
      and version.uuid = coalesce(${uuid ?? null}::uuid, version.uuid)
      and (version.before is not null or left_by_it.position is not null)
    order by coalesce(left_by_it.position, (version.before ->> 'position')::numeric)
  `.execute(db)
  return rows
}

/** Number of blocks in the automatic transcript; with `uuid`, 1 or 0 for that block. */
export async function countOriginalBlocks(db: Db | Trx, transcriptId: number, uuid?: string): Promise<number> {
  const some = uuid === undefined ? sql`` : sql`and uuid = ${uuid}::uuid`
  const { rows } = await sql<{ count: number }>`
    with first as (
      select distinct on (uuid) uuid, before from block_versions
      where transcript_id = ${transcriptId} ${some} order by uuid, revision
    )
    select (select count(*) from first where before is not null) + (
      select count(*) from blocks where transcript_id = ${transcriptId} ${some}
        and uuid not in (select uuid from first)) as count
  `.execute(db)
  return Number(rows[0]?.count)
}

/** These blocks as they were before a revision that changed them. */
export async function findVersions(
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids: readonly string[],
): Promise<Map<string, StoredBlock | null>> {
  const { rows } = await sql<BlockBefore>`
    select uuid, before from block_versions
    where transcript_id = ${transcriptId} and revision = ${revision} and uuid = any(${uuids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ uuid, before }) => [uuid, before]))
}

/** Query of journal entries, without revision 0; with `uuid`, those that changed this block. */
function journalEntries(db: Db | Trx, transcriptId: number, uuid?: string) {
  return db
    .selectFrom('transcript_revisions as entry')
    .select(['entry.revision', 'entry.kind', 'entry.edited_at', 'entry.added', 'entry.changed', 'entry.removed'])
    .select(personAt('entry.edited_by').as('edited_by'))
    .where('entry.transcript_id', '=', transcriptId)
    .$if(uuid !== undefined, (rows) =>
      rows.where((eb) =>
        eb.exists(
          eb
            .selectFrom('block_versions as version')
            .whereRef('version.transcript_id', '=', 'entry.transcript_id')
            .whereRef('version.revision', '=', 'entry.revision')
            .where('version.uuid', '=', uuid as string),
        ),
      ),
    )
}

/** The journal entry of one revision. */
export function findEntry(db: Db | Trx, transcriptId: number, revision: number) {
  return journalEntries(db, transcriptId).where('revision', '=', revision).executeTakeFirst()
}

export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Journal entries, newest first; with `uuid`, those that changed this block. */
export function findEntries(
  db: Db,
  transcriptId: number,
  { uuid, limit, offset }: { uuid: string | undefined; limit: number; offset: number },
): Promise<EntryRow[]> {
  return journalEntries(db, transcriptId, uuid).orderBy('entry.revision', 'desc').limit(limit).offset(offset).execute()
}

export async function countEntries(db: Db, transcriptId: number, uuid?: string): Promise<number> {
  const { count } = await db
    .selectFrom(journalEntries(db, transcriptId, uuid).as('entry'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** When the automatic transcript was stored; undefined if that was not recorded. */
export async function findOriginalDate(db: Db | Trx, transcriptId: number): Promise<Date | undefined> {
  return (
    await db
      .selectFrom('transcript_originals')
      .select('created_at')
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirst()
  )?.created_at
}
