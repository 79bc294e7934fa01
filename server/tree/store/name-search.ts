import { type RawBuilder, type SqlBool, sql } from 'kysely'

// The search ignores case and the width of letters and kana.
function plain(text: unknown) {
  return sql<string>`lower(normalize(${text}, nfkc))`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** The condition that a name contains the words, taken literally. */
export function nameContains(name: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`${plain(name)} like ${plain(sql`${`%${escapeLike(words)}%`}::text`)}`
}
