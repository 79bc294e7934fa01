// Plans the writes of an import. If the file has the same blocks in the same order as the transcript, only blocks that
// differ are written; otherwise all old blocks are deleted and all new ones inserted, under one revision.
import { type EditableBlock, sameBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Writing } from '../transcripts/changes/commit-changes.ts'
import { positionsBetween } from '../transcripts/changes/positions.ts'
import type { StoredBlock } from '../transcripts/changes/stored-blocks.ts'

const isSameOrder = (stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): boolean =>
  stored.length === blocks.length && stored.every(({ uuid }, index) => uuid === blocks[index]?.uuid)

export const toWriting = (stored: readonly StoredBlock[], blocks: readonly EditableBlock[]): Writing => {
  if (!isSameOrder(stored, blocks)) {
    const positions = positionsBetween(null, null, blocks.length)
    const place = async () => blocks.map((block, index) => ({ block, position: positions[index] as string }))
    return { deletes: stored, puts: [], place }
  }
  const pairs = stored.map((before, index) => ({ before, after: blocks[index] as EditableBlock }))
  // A save does not carry sentiment: a block that differs only in it is deleted and inserted at its position.
  const felt = pairs.filter(({ before, after }) => sameBlock(before, after) && before.sentiment !== after.sentiment)
  return {
    deletes: felt.map(({ before }) => before),
    puts: pairs.filter(({ before, after }) => !sameBlock(before, after)),
    place: async () => felt.map(({ before, after }) => ({ block: after, position: before.position })),
  }
}
