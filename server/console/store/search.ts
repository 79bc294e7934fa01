// Search in lists of the console. A word is found by an index over the pairs of its characters; the text itself is
// compared as well, because the pairs can be in another order. Texts are the stored columns `search` (migration 0095).
import { type RawBuilder, sql } from 'kysely'

/** Conditions that mean the same: `find` is answered by an index, `test` row by row. */
export interface Narrowing {
  find: RawBuilder<boolean>
  test: RawBuilder<boolean>
}

/** Words of a query, without width and case. A single character is searched at the beginning of a word. */
export function wordsOf(query: string): string[] {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ([...word].length === 1 ? ` ${word}` : word))
}

/** The latest rows that are looked at to see whether many rows have the words, and how many that must be. */
export const SAMPLE = 400
export const COMMON = 48

/** Rows whose text contains all words; undefined without a word. `table` has the column `search`. */
export function search(table: string, query: string | undefined): Narrowing | undefined {
  const words = wordsOf(query ?? '')
  if (words.length === 0) return undefined
  const text = sql.ref<string>(`${table}.search`)
  const and = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const test = and(words.map((word) => sql`position(${word} in ${text}) > 0`))
  const grams = and(words.map((word) => sql`search_grams(${text}) @> search_grams(${word})`))
  return { find: and([grams, test]), test }
}

/** A query of the ids of all rows with the words. Words that many of the latest rows have are not looked up in the index. */
export function idsOf(name: string, { find, test }: Narrowing): RawBuilder<unknown> {
  const table = sql.table(name)
  const isCommon = sql`(select count(*) filter (where ${test}) >= ${COMMON}
    from (select * from ${table} order by id desc limit ${SAMPLE}) ${table})`
  return sql`select id from ${table} where ${isCommon} and ${test}
    union all select id from ${table} where not ${isCommon} and ${find}`
}
