import { normalise, queryGrams } from '@kaiwa/language'
import type { Db } from '../platform/database/database.ts'
import { type Corpus, readStatistics, type Statistics } from './store/statistics.ts'

export interface GramQuery {
  /** The words in normal form. */
  normal: string
  /** Grams that a matching text must contain. */
  grams: readonly string[]
  /** The words are a single gram, so every text with the gram matches. */
  isGram: boolean
  /** Maximum share of all blocks that match, 0 to 1. */
  share: number
  /** True if `share` is the real share, not only an upper bound. */
  isShareKnown: boolean
  corpus: Corpus
}

/** Every gram costs reading its posting list; more than three exclude hardly any further text. */
const MAX_GRAMS = 3
const STATISTICS_TTL_MS = 60_000

const statisticsCache = new WeakMap<Db, { until: number; statistics: Promise<Statistics> }>()

function cachedStatistics(db: Db): Promise<Statistics> {
  const last = statisticsCache.get(db)
  if (last && last.until > Date.now()) return last.statistics
  const statistics = readStatistics(db)
  statisticsCache.set(db, { until: Date.now() + STATISTICS_TTL_MS, statistics })
  statistics.catch(() => statisticsCache.delete(db))
  return statistics
}

/** Prepares the search for these words with their rarest grams. Returns null if their normal form is empty. */
export async function planGramQuery(db: Db, words: string): Promise<GramQuery | null> {
  const normal = normalise(words.trim()).trim()
  const grams = queryGrams(normal)
  if (grams.length === 0) return null
  const { corpus, frequencies, rest } = await cachedStatistics(db)
  const frequencyOf = (gram: string): number => frequencies.get(gram) ?? rest
  const [rarest, ...others] = grams.toSorted((a, b) => frequencyOf(a) - frequencyOf(b)) as [string, ...string[]]
  const isGram = others.length === 0 && [...normal].length <= 2
  return {
    normal,
    grams: [rarest, ...others].slice(0, MAX_GRAMS),
    isGram,
    share: frequencyOf(rarest),
    isShareKnown: isGram && frequencies.has(rarest),
    corpus,
  }
}
