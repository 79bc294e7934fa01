// Reconstructs earlier versions of blocks. The journal stores each block as it was before each revision that changed
// it. A block at a revision is therefore the first later journal entry or, without one, the current block.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findStoredBlocks, type StoredBlock } from '../changes/stored-blocks.ts'

type PastRow = { uuid: string; before: StoredBlock | null }

/** Blocks that changed after a revision, as they were at that revision; null where the block did not exist. */
export const changedSince = async (
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids?: readonly string[],
): Promise<Map<string, StoredBlock | null>> => {
  const some = uuids ? sql`and uuid = any(${uuids}::uuid[])` : sql``
  const { rows } = await sql<PastRow>`
    select distinct on (uuid) uuid, before from block_versions
    where transcript_id = ${transcriptId} and revision > ${revision} ${some}
    order by uuid, revision
  `.execute(db)
  return new Map(rows.map(({ uuid, before }) => [uuid, before]))
}

/** Blocks at a revision: those of `uuids`, or all. Null or missing where the block did not exist. */
export const blocksAt = async (
  db: Db | Trx,
  transcriptId: number,
  revision: number,
  uuids?: readonly string[],
): Promise<Map<string, StoredBlock | null>> => {
  const now = await findStoredBlocks(db, transcriptId, uuids ? { uuids } : 'all')
  const then = await changedSince(db, transcriptId, revision, uuids)
  return new Map([...now.map((block) => [block.uuid, block] as const), ...then])
}

/** Number of blocks in the automatic transcript; with `uuid`, 1 or 0 for that block. */
export const countOriginals = async (db: Db | Trx, transcriptId: number, uuid?: string): Promise<number> => {
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
export const countVersions = async (db: Db, transcriptId: number, revision: number): Promise<number> => {
  const { count } = await db
    .selectFrom('block_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('transcript_id', '=', transcriptId)
    .where('revision', '>', revision)
    .executeTakeFirstOrThrow()
  return count
}
