// Which two classifications a report may combine, as data without a schema library: server and browser use it.

/** Classifications of a report, as the query names them. */
export const CLASSIFICATIONS = ['sentence', 'keyword', 'tags', 'emotions', 'speakers'] as const
export type Classification = (typeof CLASSIFICATIONS)[number]

/** Every pair contains `sentence` or `speakers`; the others do not combine with each other. */
export const PARTNERS: Readonly<Record<Classification, readonly Classification[]>> = {
  sentence: ['keyword', 'tags', 'emotions', 'speakers'],
  keyword: ['sentence', 'speakers'],
  tags: ['sentence', 'speakers'],
  emotions: ['sentence', 'speakers'],
  speakers: ['sentence', 'keyword', 'tags', 'emotions'],
}

export interface Pair {
  first: Classification
  second: Classification
}

/** The result for a pair: allowed, the same twice, or two that do not combine. */
export function checkPair({ first, second }: Pair): 'allowed' | 'same' | 'mismatch' {
  if (first === second) return 'same'
  return PARTNERS[first].includes(second) ? 'allowed' : 'mismatch'
}

/** The pair as rows and columns of the table. With sentence the table has one column. */
export function tablePairOf(pair: Pair): Pair {
  return pair.first === 'sentence' ? { first: pair.second, second: 'sentence' } : pair
}

/** The row of a report: a word for keyword, a tagged passage for tags, otherwise a block. */
export type Unit = 'word' | 'passage' | 'block'

/** The finer unit of a pair. */
export function unitOf({ first, second }: Pair): Unit {
  if (first === 'keyword' || second === 'keyword') return 'word'
  if (first === 'tags' || second === 'tags') return 'passage'
  return 'block'
}

/** Parts of speech of keywords, as types of terms: nouns with proper nouns, verbs, adjectives. */
export const KEYWORD_OPTIONS = [3, 7, 1] as const
export type KeywordOption = (typeof KEYWORD_OPTIONS)[number]

export const EMOTIONS = ['positive', 'neutral', 'negative'] as const
export const EMOTION_FILTERS = ['all', 'positive', 'negative', 'neutral'] as const
export type EmotionFilter = (typeof EMOTION_FILTERS)[number]

/** In place of the id of a speaker: all blocks, and blocks without a speaker. */
export const EVERY_SPEAKER = 0
export const NO_SPEAKER = -1

/** Filters of a report that select one value of a classification. */
export interface ValueFilters {
  keyword?: string
  keyword_option?: KeywordOption
  tags?: number[]
  emotion?: EmotionFilter
  speakers?: number[]
}

/** The filters that leave the rows of one value: `key` is that of the value in a table of the report. */
export function filtersOfValue(classification: Classification, key: string): ValueFilters {
  switch (classification) {
    case 'keyword': {
      const colon = key.indexOf(':')
      const option = KEYWORD_OPTIONS.find((type) => String(type) === key.slice(0, colon))
      return { keyword: key.slice(colon + 1), ...(option === undefined ? {} : { keyword_option: option }) }
    }
    case 'tags':
      return { tags: [Number(key)] }
    case 'emotions':
      return { emotion: EMOTIONS.find((emotion) => emotion === key) ?? 'all' }
    case 'speakers':
      return { speakers: [Number(key)] }
    case 'sentence':
      return {}
  }
}
