import { BlockSequence, differences, netChangesBetween } from '@kaiwa/transcript'
import type { BlockDifference, EditableDocument } from '@kaiwa/transcript'
import type { Revision } from './queries.ts'

type Changes = Revision['changes']

/** Differences of each block in a save. */
export function toDifferences(changes: Changes): BlockDifference[] {
  return differences(
    changes.map(({ uuid, before, after }) => ({
      uuid,
      before,
      after,
      previous: null,
    })),
  )
}

/** Differences between the current document and the automatic transcript: what restoring it would change. */
export function againstCurrent(original: Changes, current: EditableDocument): BlockDifference[] {
  const blocks = original.flatMap(({ after }) => after ?? [])
  return differences(netChangesBetween(current, { ...current, blocks: BlockSequence.of(blocks) }))
}
