import { BlockSequence, differences, netChangesBetween } from '@kaiwa/transcript'
import type { BlockDifference, EditableBlock, EditableDocument } from '@kaiwa/transcript'
import type { Revision } from './queries.ts'

type Changes = Revision['changes']

/** Versions have no sentiment, and differences ignore it. */
function toBlock(version: Changes[number]['after'], sentiment = 0): EditableBlock | null {
  return version && { ...version, sentiment }
}

/** Differences of each block in a save. */
export function toDifferences(changes: Changes): BlockDifference[] {
  return differences(
    changes.map(({ uuid, before, after }) => ({
      uuid,
      before: toBlock(before),
      after: toBlock(after),
      previous: null,
    })),
  )
}

/** Differences between the current document and the automatic transcript: what restoring it would change. */
export function againstCurrent(original: Changes, current: EditableDocument): BlockDifference[] {
  const blocks = original.flatMap(({ uuid, after }) => toBlock(after, current.blocks.get(uuid)?.sentiment) ?? [])
  return differences(netChangesBetween(current, { ...current, blocks: BlockSequence.of(blocks) }))
}
