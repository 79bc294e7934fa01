import { type SqlBool, sql } from 'kysely'

// The search ignores case and the width of letters and kana.
function plain(text: unknown) {
  return sql<string>`lower(normalize(${text}, nfkc))`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** The condition that the name in a column contains the words, taken literally. */
export function nameContains(column: string, words: string) {
  return sql<SqlBool>`${plain(sql.ref(column))} like ${plain(sql`${`%${escapeLike(words)}%`}::text`)}`
}
