import { type RawBuilder, type SqlBool, sql } from 'kysely'

// The search ignores case and the width of letters and kana.
function plain(text: unknown) {
  return sql<string>`lower(normalize(${text}, nfkc))`
}

/** Escapes after the normalisation, which makes a `%` of a full-width one. */
function escapeLike(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\\%_]/g, '\\$&')
}

/** The condition that a name contains the words, taken literally. */
export function nameContains(name: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`${plain(name)} like ${plain(sql`${`%${escapeLike(words)}%`}::text`)}`
}

/** Whether a name begins with the words, compared like `nameContains`. */
export function nameBegins(name: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`starts_with(${plain(name)}, ${plain(sql`${words}::text`)})`
}
