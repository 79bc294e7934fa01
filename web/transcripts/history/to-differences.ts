import { BlockSequence, differences, netChangesBetween } from '@kaiwa/transcript'
import type { BlockDifference, EditableBlock, EditableDocument } from '@kaiwa/transcript'
import type { Revision } from './queries.ts'

type Changes = Revision['changes']

/** Sentiment is no part of a version, and of no difference. */
const toBlock = (version: Changes[number]['after'], sentiment = 0): EditableBlock | null =>
  version && { ...version, sentiment }

/** What a save did to each block, to be read. */
export const toDifferences = (changes: Changes): BlockDifference[] =>
  differences(
    changes.map(({ uuid, before, after }) => ({
      uuid,
      before: toBlock(before),
      after: toBlock(after),
      previous: null,
    })),
  )

/** What of the machine's original is another today: what going back to it would change. */
export function againstToday(original: Changes, today: EditableDocument): BlockDifference[] {
  const blocks = original.flatMap(({ uuid, after }) => toBlock(after, today.blocks.get(uuid)?.sentiment) ?? [])
  return differences(netChangesBetween(today, { ...today, blocks: BlockSequence.of(blocks) }))
}
