import { sql } from 'kysely'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Trx } from '../../platform/database/database.ts'
import { positionsBetween } from './positions.ts'

export type Placed = { block: EditableBlock; position: string }
type Insert = { position: number; block: EditableBlock }

/** Groups inserted blocks by the gap they go into; `before` is the number of existing blocks in front of the gap. */
const toRuns = (inserts: readonly Insert[]): { before: number; blocks: EditableBlock[] }[] => {
  const runs: { before: number; blocks: EditableBlock[] }[] = []
  for (const [index, { position, block }] of inserts.entries()) {
    const before = position - index
    const last = runs.at(-1)
    if (last?.before === before) last.blocks.push(block)
    else runs.push({ before, blocks: [block] })
  }
  return runs
}

/** From this number of gaps on, reading all positions is cheaper than one query per gap. */
const MANY = 20

/** Returns a function that reads the positions of the blocks before and after a gap. */
const neighbours = async (trx: Trx, transcriptId: number, runs: number) => {
  const read = async (offset: number, limit: number | null): Promise<string[]> => {
    const { rows } = await sql<{ position: string }>`
      select position::text from blocks where transcript_id = ${transcriptId}
      order by blocks.position offset ${offset} limit ${limit}
    `.execute(trx)
    return rows.map(({ position }) => position)
  }
  const all = runs > MANY ? await read(0, null) : null
  return async (before: number): Promise<[left: string | null, right: string | null]> => {
    if (all) return [all[before - 1] ?? null, all[before] ?? null]
    const found = await read(Math.max(0, before - 1), before === 0 ? 1 : 2)
    return before === 0 ? [null, found[0] ?? null] : [found[0] ?? null, found[1] ?? null]
  }
}

/**
 * Assigns positions to inserted blocks. `position` is the index in the final order, ascending and already checked.
 * Deletes of the same change set must have been applied.
 */
export const placeInserts = async (trx: Trx, transcriptId: number, inserts: readonly Insert[]): Promise<Placed[]> => {
  const runs = toRuns(inserts)
  const around = await neighbours(trx, transcriptId, runs.length)
  const placed: Placed[] = []
  for (const { before, blocks } of runs) {
    const positions = positionsBetween(...(await around(before)), blocks.length)
    for (const [index, block] of blocks.entries()) placed.push({ block, position: positions[index] as string })
  }
  return placed
}
