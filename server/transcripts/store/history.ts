// Reconstructs earlier versions of blocks. The journal stores each block as it was before each revision that changed
// it. A block at a revision is therefore the first later journal entry or, without one, the current block.
import { sql } from 'kysely'
import { personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findStoredBlocks, type StoredBlock } from './blocks.ts'

export type BlockBefore = { uuid: string; before: StoredBlock | null }

/** Blocks that changed after a revision, as they were at that revision; null where the block did not exist. */
export const findBlocksChangedSince = async (
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids?: readonly string[],
): Promise<Map<string, StoredBlock | null>> => {
  const some = uuids ? sql`and uuid = any(${uuids}::uuid[])` : sql``
  const { rows } = await sql<BlockBefore>`
    select distinct on (uuid) uuid, before from block_versions
    where transcript_id = ${transcriptId} and revision > ${revision} ${some}
    order by uuid, revision
  `.execute(db)
  return new Map(rows.map(({ uuid, before }) => [uuid, before]))
}

/** Blocks at a revision: those of `uuids`, or all. Null or missing where the block did not exist. */
export const findBlocksAt = async (
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids?: readonly string[],
): Promise<Map<string, StoredBlock | null>> => {
  const now = await findStoredBlocks(db, transcriptId, uuids ? { uuids } : 'all')
  const then = await findBlocksChangedSince(db, transcriptId, revision, uuids)
  return new Map([...now.map((block) => [block.uuid, block] as const), ...then])
}

/** Number of blocks in the automatic transcript; with `uuid`, 1 or 0 for that block. */
export const countOriginalBlocks = async (db: Db | Trx, transcriptId: number, uuid?: string): Promise<number> => {
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

/** Number of block versions after a revision: a block counts once for each change. */
export const countVersionsSince = async (db: Db, transcriptId: number, revision: number): Promise<number> => {
  const { count } = await db
    .selectFrom('block_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('transcript_id', '=', transcriptId)
    .where('revision', '>', revision)
    .executeTakeFirstOrThrow()
  return count
}

/** Blocks that a revision changed, as they were before it; with `uuid`, only that block. */
export const findVersions = async (
  db: Db,
  transcriptId: number,
  revision: number,
  uuid?: string,
): Promise<BlockBefore[]> => {
  const { rows } = await sql<BlockBefore>`
    select uuid, before from block_versions
    where transcript_id = ${transcriptId} and revision = ${revision}
      and uuid = coalesce(${uuid ?? null}::uuid, uuid)
  `.execute(db)
  return rows
}

/** Query of journal entries, without revision 0; with `uuid`, those that changed this block. */
const journalEntries = (db: Db, transcriptId: number, uuid?: string) =>
  db
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

/** The journal entry of one revision. */
export const findEntry = (db: Db, transcriptId: number, revision: number) =>
  journalEntries(db, transcriptId).where('revision', '=', revision).executeTakeFirst()

export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Journal entries, newest first; with `uuid`, those that changed this block. */
export const findEntries = (
  db: Db,
  transcriptId: number,
  { uuid, limit, offset }: { uuid: string | undefined; limit: number; offset: number },
): Promise<EntryRow[]> =>
  journalEntries(db, transcriptId, uuid).orderBy('entry.revision', 'desc').limit(limit).offset(offset).execute()

export const countEntries = async (db: Db, transcriptId: number, uuid?: string): Promise<number> => {
  const { count } = await db
    .selectFrom(journalEntries(db, transcriptId, uuid).as('entry'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** When the automatic transcript was stored; undefined if that was not recorded. */
export const findOriginalDate = async (db: Db, transcriptId: number): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('transcript_originals')
      .select('created_at')
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirst()
  )?.created_at
