// Search in lists of the console. A word is found by an index over the pairs of its characters (migration 0077); the text
// itself is compared as well, because the pairs can be in another order.
import { type RawBuilder, sql } from 'kysely'

/** Conditions that mean the same: `find` is answered by an index, `test` row by row. */
export interface Narrowing {
  find: RawBuilder<boolean>
  test: RawBuilder<boolean>
  /** A query of all these ids that does not read the list's table; used where it is the only condition. */
  ids?: RawBuilder<unknown>
}

interface Searched {
  text: RawBuilder<string>
  words: readonly string[]
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

function contains({ text, words }: Searched): RawBuilder<boolean> {
  return sql`(${sql.join(
    words.map((word) => sql`position(${word} in search_text(${text})) > 0`),
    sql` and `,
  )})`
}

/** `text` is the indexed expression. All words must be contained. */
export function search(text: RawBuilder<string>, query: string | undefined): Narrowing | undefined {
  const words = wordsOf(query ?? '')
  if (words.length === 0) return undefined
  const test = contains({ text, words })
  const grams = sql.join(
    words.map((word) => sql`search_grams(search_text(${text})) @> search_grams(${word})`),
    sql` and `,
  )
  return { find: sql`(${grams} and ${test})`, test }
}

/** The indexed texts. */
export const userText = sql<string>`last_name || first_name || ' ' || first_name || ' ' || email`
export const companyText = sql<string>`name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email`
export const requestText = sql<string>`company_name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email`
export const invoiceText = sql<string>`number || ' ' || coalesce(company ->> 'name', '') || ' ' ||
  coalesce(company ->> 'contact_name', '') || ' ' || coalesce(company ->> 'contact_email', '')`
export const actionText = sql<string>`subject_name || ' ' || coalesce(operator_name, '') || ' ' || coalesce(operator_email, '')`
