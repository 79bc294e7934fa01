import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Size of the searched data, from PostgreSQL's statistics. */
export interface Corpus {
  blocks: number
  blocksPerFile: number
}

export interface Statistics {
  corpus: Corpus
  /** Share of all blocks that contain a gram, 0 to 1, for frequent grams. */
  frequencies: ReadonlyMap<string, number>
  /** Upper bound for the frequency of all other grams. */
  rest: number
}

/** Reads the statistics of the query planner. Without them, any frequency is possible. */
export async function readStatistics(db: Db): Promise<Statistics> {
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
  // The array ends with the minimum and the maximum frequency, after those of the grams.
  const each = grams?.map((gram, index): [string, number] => [gram, frequencies?.[index] ?? 0]) ?? []
  return {
    corpus:
      blocks > 0 ? { blocks, blocksPerFile: blocks / Math.max(1, files) } : { blocks: Infinity, blocksPerFile: 1 },
    frequencies: new Map(each),
    rest: each.reduce((least, [, frequency]) => Math.min(least, frequency), 1),
  }
}
