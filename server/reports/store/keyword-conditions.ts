// Keywords in SQL: words in the JSON of blocks, where a report shows each of them, and the stored keywords of blocks
// (`block_keywords`), where it counts them.
import { KEYWORD_OPTIONS } from '@kaiwa/contract/report-pairs.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Filters, Report } from '../report.ts'

type Wanted = Pick<Filters, 'keyword' | 'keywordOption'>

/** Condition that a word of the table `word` is a keyword that matches the filters. */
export function isKeyword({ keyword, keywordOption }: Wanted): RawBuilder<SqlBool> {
  const types = keywordOption === null ? [...KEYWORD_OPTIONS] : [keywordOption]
  const isNamed = keyword === null ? sql<SqlBool>`true` : sql<SqlBool>`lower(word.base) = lower(${keyword}::text)`
  return sql<SqlBool>`word.type = any(${types}::integer[]) and word.score > 0 and ${isNamed}`
}

/** The words of a block as rows `word`. */
export const words = sql`rows from (jsonb_to_recordset(block.terms) as
  (text text, base text, type integer, score double precision, "offset" integer, start_time double precision)) as word`

/** The stored keys that match the filters; null for all of a type or of every type. */
function wantedKeys({ keyword, keywordOption }: Wanted): RawBuilder<unknown> | null {
  if (keyword === null) return null
  const types = keywordOption === null ? KEYWORD_OPTIONS : [keywordOption]
  return sql`array[${sql.join(types.map((type) => sql`${sql.lit(`${type}:`)} || lower(${keyword}::text)`))}] collate "C"`
}

function typeOf(key: RawBuilder<unknown>, option: NonNullable<Wanted['keywordOption']>) {
  return sql<SqlBool>`left(${key}, 1) = ${sql.lit(String(option))}`
}

/**
 * The matching keywords of a block, one row for each, as `word`: `key`, a spelling as `shown`, `n` times; `is_first` for
 * one of them.
 */
export function keywordsOfBlock({ filters, hasStoredKeywords }: Pick<Report, 'filters' | 'hasStoredKeywords'>) {
  if (!hasStoredKeywords)
    return sql`cross join lateral (
      select word.type || ':' || lower(word.base) as key, min(word.base) as shown, count(*) as n,
        row_number() over () = 1 as is_first
      from ${words} where ${isKeyword(filters)} group by 1) word`
  const wanted = wantedKeys(filters)
  const { keywordOption } = filters
  const [isWanted, isFirst] = wanted
    ? [sql`key = any(${wanted})`, sql`not kept.keys[:place - 1] && ${wanted}`]
    : keywordOption === null
      ? [sql`true`, sql`place = 1`]
      : // Keys of one type are adjacent.
        [typeOf(sql`key`, keywordOption), sql`place = 1 or not ${typeOf(sql`kept.keys[place - 1]`, keywordOption)}`]
  return sql`join block_keywords kept on kept.block_id = block.id
    cross join lateral (
      select key, coalesce(spelling, substr(key, 3)) as shown, n, ${isFirst} as is_first
      from unnest(kept.keys, kept.counts, kept.shown) with ordinality as one (key, n, spelling, place)
      where ${isWanted}) word`
}

/** Whether every keyword of a block matches, so that its stored total is the number of its words. */
export function countsEveryKeyword({ filters, hasStoredKeywords }: Pick<Report, 'filters' | 'hasStoredKeywords'>) {
  return hasStoredKeywords && filters.keyword === null && filters.keywordOption === null
}

/** Condition that a block contains a keyword that matches the filters. */
export function hasKeyword({
  filters,
  hasStoredKeywords,
}: Pick<Report, 'filters' | 'hasStoredKeywords'>): RawBuilder<SqlBool> {
  if (!hasStoredKeywords) return sql<SqlBool>`exists (select from ${words} where ${isKeyword(filters)})`
  const wanted = wantedKeys(filters)
  const { keywordOption } = filters
  const isWanted = wanted
    ? sql`kept.keys && ${wanted}`
    : keywordOption === null
      ? sql`kept.total > 0`
      : sql`exists (select from unnest(kept.keys) key where ${typeOf(sql`key`, keywordOption)})`
  return sql<SqlBool>`exists (select from block_keywords kept where kept.block_id = block.id and ${isWanted})`
}
