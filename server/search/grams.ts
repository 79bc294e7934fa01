import { normalise, queryGrams } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** What there is to be searched, as PostgreSQL last counted it. */
export type Corpus = { blocks: number; blocksPerFile: number }

export type Wanted = {
  /** The words in normal form. */
  normal: string
  /** Grams that a text with the words must have. */
  grams: readonly string[]
  /** The words are one gram: whatever has it has them. */
  isGram: boolean
  /** At most this part of all blocks has the words, 0 to 1. */
  share: number
  /** That is how many have them, not only how many at most. */
  isShareKnown: boolean
  corpus: Corpus
}

/** More would cost reading their lists and hardly leave anything out. */
const MOST_GRAMS = 3
const KNOWN_FOR_MS = 60_000

type Statistics = {
  corpus: Corpus
  /** How many of all blocks have a gram, 0 to 1, for those that many have. */
  frequencies: ReadonlyMap<string, number>
  /** No other gram is more frequent. */
  rest: number
}
const known = new WeakMap<Db, { until: number; statistics: Promise<Statistics> }>()

/** What PostgreSQL gathers to plan its queries; while it has not, there may be any number of anything. */
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
  // Behind the frequencies stand the least and the greatest of them.
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

/** What to look for, with the rarest of its grams; null for words of which nothing is left in normal form. */
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
