import type { Block } from '@kaiwa/contract/transcripts.ts'
import { buildTimeIndex, entryAt } from './time-index.ts'
import type { TimeIndex } from './time-index.ts'

/** Index of all words in typed arrays: 240,000 words take 10 MB, and lookups do not access the blocks. */
export interface WordIndex {
  /** Words sorted by start; `sources` gives their index in reading order. */
  readonly times: TimeIndex
  /** By index in reading order: place of the block, and offset and length in its text (UTF-16). */
  readonly blocks: Uint32Array
  readonly offsets: Uint32Array
  readonly lengths: Uint32Array
}

/** Position of a word: index of its block in reading order, and range in the block's text (UTF-16). */
export interface WordPosition {
  block: number
  offset: number
  length: number
}

export function buildWordIndex(blocks: readonly Pick<Block, 'terms'>[]): WordIndex {
  const terms = blocks.flatMap((block) => block.terms)
  const owners = new Uint32Array(terms.length)
  let word = 0
  blocks.forEach((block, place) => {
    owners.fill(place, word, word + block.terms.length)
    word += block.terms.length
  })
  return {
    times: buildTimeIndex(
      terms.length,
      (source) => terms[source]!.start_time,
      (source) => terms[source]!.end_time,
    ),
    blocks: owners,
    offsets: Uint32Array.from(terms, (term) => term.offset),
    lengths: Uint32Array.from(terms, (term) => term.text.length),
  }
}

/** Index (in reading order) of the word spoken at `time` in seconds; -1 in a pause. O(log n). */
export function wordAt({ times }: WordIndex, time: number): number {
  const entry = entryAt(times, time)
  return entry < 0 ? -1 : times.sources[entry]!
}

/** The position of a word of the index; undefined for -1. */
export function wordPositionOf({ blocks, offsets, lengths }: WordIndex, word: number): WordPosition | undefined {
  const block = blocks[word]
  return block === undefined ? undefined : { block, offset: offsets[word]!, length: lengths[word]! }
}
