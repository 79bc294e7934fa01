import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findPositions } from '../store/block-positions.ts'
import type { PositionedBlock } from '../store/blocks.ts'
import { positionsBetween } from './positions.ts'

interface Insert {
  position: number
  block: EditableBlock
}

/** Groups inserted blocks by the gap they go into; `before` is the number of existing blocks in front of the gap. */
function groupByGap(inserts: readonly Insert[]): { before: number; blocks: EditableBlock[] }[] {
  const gaps: { before: number; blocks: EditableBlock[] }[] = []
  for (const [index, { position, block }] of inserts.entries()) {
    const before = position - index
    const last = gaps.at(-1)
    if (last?.before === before) last.blocks.push(block)
    else gaps.push({ before, blocks: [block] })
  }
  return gaps
}

/** For more gaps, reading all positions is cheaper than one query per gap. */
const MAX_GAP_QUERIES = 20

/** Returns a function that reads the positions of the blocks before and after a gap. */
async function openNeighbours(trx: Trx, transcriptId: number, gaps: number) {
  const all = gaps > MAX_GAP_QUERIES ? await findPositions(trx, transcriptId, { offset: 0, limit: null }) : null
  return async (before: number): Promise<[left: string | null, right: string | null]> => {
    if (all) return [all[before - 1] ?? null, all[before] ?? null]
    const found = await findPositions(trx, transcriptId, {
      offset: Math.max(0, before - 1),
      limit: before === 0 ? 1 : 2,
    })
    return before === 0 ? [null, found[0] ?? null] : [found[0] ?? null, found[1] ?? null]
  }
}

/**
 * Assigns positions to inserted blocks. `position` is the index in the final order, ascending and already checked.
 * Deletes of the same change set must have been applied.
 */
export async function positionInserts(
  trx: Trx,
  transcriptId: number,
  inserts: readonly Insert[],
): Promise<PositionedBlock[]> {
  const gaps = groupByGap(inserts)
  const around = await openNeighbours(trx, transcriptId, gaps.length)
  const placed: PositionedBlock[] = []
  for (const { before, blocks } of gaps) {
    const positions = positionsBetween(...(await around(before)), blocks.length)
    for (const [index, block] of blocks.entries()) placed.push({ block, position: positions[index] as string })
  }
  return placed
}
