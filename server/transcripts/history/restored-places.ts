import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Placed } from '../changes/place-inserts.ts'
import { positionsBetween } from '../changes/positions.ts'
import type { StoredBlock } from '../changes/stored-blocks.ts'

/** Restored blocks get their old positions; when a position is taken, the block is put after the current one. */
export const restoredPlaces = async (
  trx: Trx,
  transcriptId: number,
  blocks: readonly StoredBlock[],
): Promise<Placed[]> => {
  const wanted = blocks.map(({ position }) => position)
  const { rows } = await sql<{ wanted: string; next: string | null }>`
    with stands as (select position from blocks where transcript_id = ${transcriptId}),
      place as (select position from stands union select unnest(${wanted}::numeric[]))
    select taken.position::text as wanted, (
      select min(place.position)::text from place where place.position > taken.position) as next
    from stands taken where taken.position = any(${wanted}::numeric[])
  `.execute(trx)
  const next = new Map(rows.map((row) => [row.wanted, row.next]))
  return blocks.map((block) => {
    const { position } = block
    const isTaken = next.has(position)
    const behind = isTaken ? positionsBetween(position, next.get(position) ?? null, 1)[0] : undefined
    return { block, position: behind ?? position }
  })
}
