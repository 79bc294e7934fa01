import type { Block } from '@kaiwa/contract/transcripts.ts'
import { findAll, normaliseWithOrigin } from '@kaiwa/language/normalise.ts'
import type { Normalised, TextRange } from '@kaiwa/language/normalise.ts'

/** What a search reads of a block; the very object is remembered with its normal form. */
export type Searchable = Pick<Block, 'uuid' | 'content' | 'speaker_id'>

/** One block that holds the query, with the ranges of its text (UTF-16, in order, not overlapping). */
export interface Hit {
  uuid: string
  ranges: TextRange[]
}

/** The speaker filter's entry 'All'. */
export const ALL_SPEAKERS = 0

/** Every further key of a search looks at the same texts: they are normalised once. */
const normalised = new WeakMap<Readonly<Searchable>, Normalised>()

function textOf(block: Readonly<Searchable>): Normalised {
  let text = normalised.get(block)
  if (!text) normalised.set(block, (text = normaliseWithOrigin(block.content)))
  return text
}

/**
 * The blocks of a document that contain `query`, in reading order, both compared in normal form (half-width kana and
 * digits are found by full-width ones and the other way round); only of one speaker when one is given.
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
