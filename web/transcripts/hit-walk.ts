import type { Passage } from '@kaiwa/editor'
import { findInDocument } from '@kaiwa/transcript'
import type { EditableDocument, Place, Searchable } from '@kaiwa/transcript'

/** A search in a file: its hits in reading order, and the number of the chosen one from 1; 0 when there is none. */
export interface HitWalk {
  passages: readonly Passage[]
  index: number
  /** Replacing has gone past the last hit: none is left to be replaced, though the last is still the one in view. */
  isPast: boolean
}

export const noHits: HitWalk = { passages: [], index: 0, isPast: false }

/** All hits of a query, of one speaker or of all (0), with the first one chosen. */
export function search(
  document: { readonly blocks: Iterable<Readonly<Searchable>> },
  query: string,
  speaker: number,
): HitWalk {
  if (query.trim() === '') return noHits
  const passages = findInDocument(document, query, speaker).flatMap(({ uuid, ranges }) =>
    ranges.map(({ start, end }) => ({ uuid, offset: start, length: end - start })),
  )
  return { passages, index: passages.length > 0 ? 1 : 0, isPast: false }
}

export const canGoBack = ({ index }: HitWalk): boolean => index > 1

export const canGoOn = ({ index, passages }: HitWalk): boolean => passages.length > 0 && index < passages.length

/** The next (1) or previous (-1) hit; at the ends it stays. */
export const step = (walk: HitWalk, by: 1 | -1): HitWalk =>
  (by === 1 ? canGoOn(walk) : canGoBack(walk)) ? { ...walk, index: walk.index + by, isPast: false } : walk

/** The number of the first hit at or behind a place; 0 when all are in front of it. */
export function firstBehind(
  { blocks }: Pick<EditableDocument, 'blocks'>,
  passages: readonly Passage[],
  { uuid, offset }: Place,
): number {
  const place = blocks.placeOf(uuid)
  const isBehind = (hit: Passage) => (hit.uuid === uuid ? hit.offset >= offset : blocks.placeOf(hit.uuid) > place)
  return passages.findIndex(isBehind) + 1
}
