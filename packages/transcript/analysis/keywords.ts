// The words of a file with their counts and speakers, and the places at which they are spoken.
import type { EditableBlock } from '../editable-block.ts'
import { type ContentWord, isContentWord, type WordType, wordKey } from './content-words.ts'

export interface Keyword {
  readonly key: string
  /** Dictionary form. */
  readonly base: string
  readonly type: WordType
  readonly count: number
  /** Weight in the file, 0 to 1. */
  readonly score: number
  /** Share of each speaker in the occurrences, 0 to 1, the largest first. Null is an unknown speaker. */
  readonly speakers: readonly { readonly speaker_id: number | null; readonly share: number }[]
}

type Spoken = Pick<EditableBlock, 'terms' | 'speaker_id'>

function sharesOf(counts: ReadonlyMap<number | null, number>, total: number): Keyword['speakers'] {
  return [...counts]
    .map(([speaker_id, count]) => ({ speaker_id, share: count / total }))
    .sort((a, b) => b.share - a.share || (a.speaker_id ?? Infinity) - (b.speaker_id ?? Infinity))
}

/** All keywords in the order of their first occurrence. */
export function keywordsOf(blocks: Iterable<Spoken>): Keyword[] {
  const found = new Map<string, { word: ContentWord; count: number; speakers: Map<number | null, number> }>()
  for (const { terms, speaker_id: speaker } of blocks)
    for (const word of terms) {
      if (!isContentWord(word)) continue
      const key = wordKey(word)
      let known = found.get(key)
      if (!known) found.set(key, (known = { word, count: 0, speakers: new Map() }))
      known.count++
      known.speakers.set(speaker, (known.speakers.get(speaker) ?? 0) + 1)
    }
  return Array.from(
    found,
    ([
      key,
      {
        word: { base, type, score },
        count,
        speakers,
      },
    ]) => ({
      key,
      base,
      type,
      count,
      score,
      speakers: sharesOf(speakers, count),
    }),
  )
}

export type KeywordOrder = 'score' | 'count' | 'word'

const COMPARE: Readonly<Record<KeywordOrder, (a: Keyword, b: Keyword) => number>> = {
  score: (a, b) => b.score - a.score || b.count - a.count,
  count: (a, b) => b.count - a.count || b.score - a.score,
  word: (a, b) => a.base.localeCompare(b.base, 'ja'),
}

/** Sorts by score, count or word; equal keywords keep the order of their first occurrence. */
export function sortKeywords(keywords: readonly Keyword[], order: KeywordOrder): Keyword[] {
  return keywords.toSorted(COMPARE[order])
}

export interface WordPlace {
  readonly uuid: string
  readonly speaker_id: number | null
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly offset: number
  /** The word as it was spoken. */
  readonly text: string
}

/** The places of a keyword in reading order. */
export function placesOf(
  blocks: Iterable<Pick<EditableBlock, 'uuid' | 'terms' | 'speaker_id'>>,
  key: string,
): WordPlace[] {
  const places: WordPlace[] = []
  for (const { uuid, terms, speaker_id } of blocks)
    for (const term of terms)
      if (isContentWord(term) && wordKey(term) === key)
        places.push({
          uuid,
          speaker_id,
          start: term.start_time,
          end: term.end_time,
          offset: term.offset,
          text: term.text,
        })
  return places
}
