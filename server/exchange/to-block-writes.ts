// Plans the writes of an import. If the file has the same blocks in the same order as the transcript, only blocks that
// differ are written; otherwise all old blocks are deleted and all new ones inserted, under one revision.
import { type EditableBlock, sameBlock } from '@kaiwa/transcript/editable-block.ts'
import type { BlockWrites } from '../transcripts/changes/commit-changes.ts'
import { positionsBetween } from '../transcripts/changes/positions.ts'
import type { StoredBlock } from '../transcripts/store/blocks.ts'

function isSameOrder(stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): boolean {
  return stored.length === blocks.length && stored.every(({ uuid }, index) => uuid === blocks[index]?.uuid)
}

export function toBlockWrites(stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): BlockWrites {
  if (!isSameOrder(stored, blocks)) {
    const positions = positionsBetween(null, null, blocks.length)
    const positionInserts = async () => blocks.map((block, index) => ({ block, position: positions[index] as string }))
    return { deletes: stored, puts: [], positionInserts }
  }
  const pairs = stored.map((before, index) => ({ before, after: blocks[index] as EditableBlock }))
  // A save does not carry sentiment: a block that differs only in it is deleted and inserted at its position.
  const reanalysed = pairs.filter(
    ({ before, after }) => sameBlock(before, after) && before.sentiment !== after.sentiment,
  )
  return {
    deletes: reanalysed.map(({ before }) => before),
    puts: pairs.filter(({ before, after }) => !sameBlock(before, after)),
    positionInserts: async () => reanalysed.map(({ before, after }) => ({ block: after, position: before.position })),
  }
}
