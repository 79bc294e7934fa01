import type { Block } from '@kaiwa/contract/transcripts.ts'
import { findAll, normaliseWithOrigin } from '@kaiwa/language/normalise.ts'
import type { Normalised, TextRange } from '@kaiwa/language/normalise.ts'

/** The fields of a block that search reads. The normalised text is cached by object identity. */
export type Searchable = Pick<Block, 'uuid' | 'content' | 'speaker_id'>

/** A block that contains the query, with the matching ranges of its text (UTF-16, sorted, not overlapping). */
export interface Hit {
  uuid: string
  ranges: TextRange[]
}

/** Value of the entry 'All' in the speaker filter. */
export const ALL_SPEAKERS = 0

/** Normalised texts by block. Each key press searches the same texts again. */
const normalised = new WeakMap<Readonly<Searchable>, Normalised>()

function textOf(block: Readonly<Searchable>): Normalised {
  let text = normalised.get(block)
  if (!text) normalised.set(block, (text = normaliseWithOrigin(block.content)))
  return text
}

/**
 * The blocks that contain `query`, in reading order. Query and text are compared in normal form, so half-width and
 * full-width variants match each other. `speaker` limits the search to one speaker.
 */
export function findInDocument(
  { blocks }: { readonly blocks: Iterable<Readonly<Searchable>> },
  query: string,
  speaker: number = ALL_SPEAKERS,
): Hit[] {
  const hits: Hit[] = []
  for (const block of blocks) {
    if (speaker !== ALL_SPEAKERS && block.speaker_id !== speaker) continue
    const ranges = findAll(textOf(block), query)
    if (ranges.length > 0) hits.push({ uuid: block.uuid, ranges })
  }
  return hits
}
