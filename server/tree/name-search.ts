import { type SqlBool, sql } from 'kysely'

// Widths of letters and kana do not matter to whoever searches, nor does case.
const plain = (text: unknown) => sql<string>`lower(normalize(${text}, nfkc))`

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The condition that the name in a column has the words in it, literally. */
export const nameContains = (column: string, words: string) =>
  sql<SqlBool>`${plain(sql.ref(column))} like ${plain(sql`${`%${escapeLike(words)}%`}::text`)}`
