import { normalise, queryGrams } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Size of the searched data, from PostgreSQL's statistics. */
export type Corpus = { blocks: number; blocksPerFile: number }

export type Wanted = {
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

/** More grams would cost reading their posting lists, but exclude hardly any text. */
const MOST_GRAMS = 3
const KNOWN_FOR_MS = 60_000

type Statistics = {
  corpus: Corpus
  /** Share of all blocks that contain a gram, 0 to 1, for frequent grams. */
  frequencies: ReadonlyMap<string, number>
  /** Upper bound for the frequency of all other grams. */
  rest: number
}
const known = new WeakMap<Db, { until: number; statistics: Promise<Statistics> }>()

/** Reads the statistics of the query planner. Without them, any frequency is possible. */
const readStatistics = async (db: Db): Promise<Statistics> => {
  const { rows } = await sql<{
    blocks: number
    files: number
    grams: string[] | null
    frequencies: number[] | null
  }>`
    select texts.reltuples as blocks, files.reltuples as files,
      most_common_elems::text::text[] as grams, most_common_elem_freqs as frequencies
    from pg_class texts join pg_class files on files.oid = 'transcripts'::regclass
    left join pg_stats on schemaname = current_schema() and tablename = 'block_texts_grams'
    where texts.oid = 'block_texts'::regclass
  `.execute(db)
  const [{ blocks, files, grams, frequencies }] = rows as [(typeof rows)[number]]
  // The array ends with the minimum and the maximum frequency, after those of the grams.
  const each = grams?.map((gram, index): [string, number] => [gram, frequencies?.[index] ?? 0]) ?? []
  return {
    corpus:
      blocks > 0 ? { blocks, blocksPerFile: blocks / Math.max(1, files) } : { blocks: Infinity, blocksPerFile: 1 },
    frequencies: new Map(each),
    rest: each.reduce((least, [, frequency]) => Math.min(least, frequency), 1),
  }
}

const statisticsOf = (db: Db): Promise<Statistics> => {
  const last = known.get(db)
  if (last && last.until > Date.now()) return last.statistics
  const statistics = readStatistics(db)
  known.set(db, { until: Date.now() + KNOWN_FOR_MS, statistics })
  statistics.catch(() => known.delete(db))
  return statistics
}

/** The search for these words, with their rarest grams; null if nothing is left of the words in normal form. */
export const wantedOf = async (db: Db, words: string): Promise<Wanted | null> => {
  const normal = normalise(words.trim()).trim()
  const grams = queryGrams(normal)
  if (grams.length === 0) return null
  const { corpus, frequencies, rest } = await statisticsOf(db)
  const frequencyOf = (gram: string): number => frequencies.get(gram) ?? rest
  const [rarest, ...others] = grams.toSorted((a, b) => frequencyOf(a) - frequencyOf(b)) as [string, ...string[]]
  const isGram = others.length === 0 && [...normal].length <= 2
  return {
    normal,
    grams: [rarest, ...others].slice(0, MOST_GRAMS),
    isGram,
    share: frequencyOf(rarest),
    isShareKnown: isGram && frequencies.has(rarest),
    corpus,
  }
}
