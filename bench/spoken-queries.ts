// Queries as typed by users: parts of transcripts, so that the frequency of grams matches that of the texts.
import { sql } from 'kysely'
import type { Db } from '../server/platform/database/database.ts'

const MAX_QUERY_LENGTH = 10

/** Parts of 1 to 10 characters without a space at either end. */
export async function spokenQueries(db: Db, count: number, random: () => number): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select content from blocks where id % 97 = 0 order by id limit ${count * 2}
  `.execute(db)
  const queries: string[] = []
  for (let at = 0; queries.length < count; at += 1) {
    const characters = [...(rows[at % rows.length]?.content ?? '')]
    const length = 1 + (queries.length % MAX_QUERY_LENGTH)
    const start = Math.floor(random() * (characters.length - length))
    const query = characters.slice(start, start + length).join('')
    if (query.trim() === query && [...query].length === length) queries.push(query)
  }
  return queries
}

function WIDE(text: string): string {
  return text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
}

/**
 * A variation of the query: unchanged, in another character width or form, or with characters that do not occur there.
 */
export function alteredQuery(query: string, random: () => number): string {
  const characters = [...query]
  const at = Math.floor(random() * characters.length)
  const ways = [
    query,
    query,
    query.normalize('NFD'),
    WIDE(query),
    query.toUpperCase(),
    characters.toSpliced(at, 1, '%').join(''),
    characters.toSpliced(at, 1, '務').join(''),
    characters.toReversed().join(''),
  ]
  return ways[Math.floor(random() * ways.length)] ?? query
}
