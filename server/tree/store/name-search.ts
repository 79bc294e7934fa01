import { type SqlBool, sql } from 'kysely'

// The search ignores case and the width of letters and kana.
const plain = (text: unknown) => sql<string>`lower(normalize(${text}, nfkc))`

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The condition that the name in a column contains the words, taken literally. */
export const nameContains = (column: string, words: string) =>
  sql<SqlBool>`${plain(sql.ref(column))} like ${plain(sql`${`%${escapeLike(words)}%`}::text`)}`
