import type { Block, Term } from '@kaiwa/contract/transcripts.ts'
import type { TranscriptDocument } from './transcript-document.ts'
import { buildTimeIndex, entryAt, lastStarted } from './time-index.ts'
import type { TimeIndex } from './time-index.ts'

const indices = new WeakMap<readonly Block[], TimeIndex>()

function indexOf(blocks: readonly Block[]): TimeIndex {
  let index = indices.get(blocks)
  if (!index) {
    index = buildTimeIndex(
      blocks.length,
      (place) => blocks[place]!.start_time,
      (place) => blocks[place]!.end_time,
    )
    indices.set(blocks, index)
  }
  return index
}

/** The block spoken at `time` (seconds); in a pause the block that started last; undefined before the first block. */
export function blockAt({ blocks }: TranscriptDocument, time: number): Block | undefined {
  const index = indexOf(blocks)
  const entry = entryAt(index, time)
  return blocks[index.sources[entry >= 0 ? entry : lastStarted(index, time)]!]
}

/** The term of a block spoken at `time` (seconds); undefined in a pause and outside the block. Terms must be sorted. */
export function termAt({ terms }: Pick<Block, 'terms'>, time: number): Term | undefined {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]!.start_time <= time) low = middle + 1
    else high = middle
  }
  const term = terms[low - 1]
  return term && time < term.end_time ? term : undefined
}
