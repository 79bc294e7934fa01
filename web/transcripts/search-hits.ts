import type { Passage } from '@kaiwa/editor'
import { findInDocument } from '@kaiwa/transcript'
import type { EditableDocument, TextPosition, Searchable } from '@kaiwa/transcript'

/** A search in a file: its hits in reading order, and the number of the selected hit, from 1; 0 without hits. */
export interface SearchHits {
  passages: readonly Passage[]
  index: number
  /** Replacing has passed the last hit: no hit is left to be replaced, although the last one is still shown. */
  isPastEnd: boolean
  /** Set by the last step if it went around an end; a new object each time. */
  wrapped: Wrap | null
}

/** The end to which a step went. */
export interface Wrap {
  to: 'first' | 'last'
}

export const NO_HITS: SearchHits = { passages: [], index: 0, isPastEnd: false, wrapped: null }

/** All hits of a query in the blocks of one speaker, or of all (0). Selects the first hit. */
export function search(
  document: { readonly blocks: Iterable<Readonly<Searchable>> },
  query: string,
  speaker: number,
): SearchHits {
  if (query.trim() === '') return NO_HITS
  const passages = findInDocument(document, query, speaker).flatMap(({ uuid, ranges }) =>
    ranges.map(({ start, end }) => ({ uuid, offset: start, length: end - start })),
  )
  return { passages, index: passages.length > 0 ? 1 : 0, isPastEnd: false, wrapped: null }
}

/** Selects the next (1) or previous (-1) hit, around the ends. Without hits, returns the same object. */
export function step(hits: SearchHits, by: 1 | -1): SearchHits {
  const total = hits.passages.length
  if (total === 0) return hits
  const index = hits.index + by
  const isInside = index >= 1 && index <= total
  if (isInside) return { ...hits, index, isPastEnd: false, wrapped: null }
  return by === 1
    ? { ...hits, index: 1, isPastEnd: false, wrapped: { to: 'first' } }
    : { ...hits, index: total, isPastEnd: false, wrapped: { to: 'last' } }
}

/** Number of the first hit at or after a position; 0 when all hits are before it. */
export function firstHitAfter(
  { blocks }: Pick<EditableDocument, 'blocks'>,
  passages: readonly Passage[],
  { uuid, offset }: TextPosition,
): number {
  const index = blocks.indexOf(uuid)
  const isBehind = (hit: Passage) => (hit.uuid === uuid ? hit.offset >= offset : blocks.indexOf(hit.uuid) > index)
  return passages.findIndex(isBehind) + 1
}
