import { normalise, queryGrams } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export type Wanted = {
  /** The words in normal form. */
  normal: string
  /** Grams that a text with the words must have. */
  grams: readonly string[]
  /** Part of all blocks that have the words, 0 to 1, as far as it is known; 0 otherwise. */
  share: number
}

/** More would cost reading their lists and hardly leave anything out. */
const MOST_GRAMS = 3
const KNOWN_FOR_MS = 60_000

type Frequencies = ReadonlyMap<string, number>
const known = new WeakMap<Db, { until: number; frequencies: Promise<Frequencies> }>()

/** How many of the blocks have a gram, 0 to 1, for those that many have: what PostgreSQL gathers to plan its queries. */
const readFrequencies = async (db: Db): Promise<Frequencies> => {
  const { rows } = await sql<{ grams: string[] | null; frequencies: number[] | null }>`
    select most_common_elems::text::text[] as grams, most_common_elem_freqs as frequencies
    from pg_stats where schemaname = current_schema() and tablename = 'block_texts_grams'
  `.execute(db)
  const [row] = rows
  return new Map(row?.grams?.map((gram, index) => [gram, row.frequencies?.[index] ?? 0]))
}

const frequenciesOf = (db: Db): Promise<Frequencies> => {
  const last = known.get(db)
  if (last && last.until > Date.now()) return last.frequencies
  const frequencies = readFrequencies(db)
  known.set(db, { until: Date.now() + KNOWN_FOR_MS, frequencies })
  frequencies.catch(() => known.delete(db))
  return frequencies
}

/** What to look for, with the rarest of its grams; null for words of which nothing is left in normal form. */
export const wantedOf = async (db: Db, words: string): Promise<Wanted | null> => {
  const normal = normalise(words.trim()).trim()
  const grams = queryGrams(normal)
  if (grams.length === 0) return null
  const frequencies = await frequenciesOf(db)
  const frequencyOf = (gram: string): number => frequencies.get(gram) ?? 0
  const rarestFirst = grams.toSorted((a, b) => frequencyOf(a) - frequencyOf(b))
  const [only, ...others] = grams
  const share = only !== undefined && others.length === 0 ? frequencyOf(only) : 0
  return { normal, grams: rarestFirst.slice(0, MOST_GRAMS), share }
}
