// Reads positions of blocks. A position is a decimal; blocks are ordered by it.
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Positions of blocks in ascending order; `limit` null reads all. */
export async function findPositions(
  trx: Trx,
  transcriptId: number,
  { offset, limit }: { offset: number; limit: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ position: string }>`
    select position::text from blocks where transcript_id = ${transcriptId}
    order by blocks.position offset ${offset} limit ${limit}
  `.execute(trx)
  return rows.map(({ position }) => position)
}

/** The wanted positions that a block already has, each with the next higher position of a block or wanted; null if none. */
export async function findTakenPositions(
  trx: Trx,
  transcriptId: number,
  wanted: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ wanted: string; next: string | null }>`
    with existing as (select position from blocks where transcript_id = ${transcriptId}),
      occupied as (select position from existing union select unnest(${wanted}::numeric[]))
    select taken.position::text as wanted, (
      select min(occupied.position)::text from occupied where occupied.position > taken.position) as next
    from existing taken where taken.position = any(${wanted}::numeric[])
  `.execute(trx)
  return new Map(rows.map((row) => [row.wanted, row.next]))
}

/** Indexes of these blocks in reading order, by uuid. */
export async function findBlockIndexes(
  trx: Trx,
  transcriptId: number,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  if (uuids.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; index: number }>`
    select uuid, index from (
      select uuid, row_number() over (order by position) - 1 as index from blocks where transcript_id = ${transcriptId}
    ) numbered where uuid = any(${uuids}::uuid[])
  `.execute(trx)
  return new Map(rows.map(({ uuid, index }) => [uuid, index]))
}
