// The occurrences of a report as the end of a statement, from `from` on: blocks of visible files, joined with their words
// or tagged passages. Deleted tags, words without a weight (function words, fillers) and transcripts in processing are
// excluded.
import { KEYWORD_OPTIONS, NO_SPEAKER, type Unit, unitOf } from '@kaiwa/contract/report-pairs.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { GramQuery } from '../../search/grams.ts'
import { hasWords } from '../../search/store/find-files.ts'
import { itemsInScope } from '../../tree/store/items.ts'
import type { Filters, Report } from '../report.ts'

/** Maximum texts that are read from the index of grams; beyond it, texts are compared block by block. */
const INDEXED_TEXTS = 50_000

/** Condition that a word of the table `word` is a keyword that matches the filters. */
export function isKeyword({ keyword, keywordOption }: Filters): RawBuilder<SqlBool> {
  const types = keywordOption === null ? [...KEYWORD_OPTIONS] : [keywordOption]
  const isNamed = keyword === null ? sql<SqlBool>`true` : sql<SqlBool>`lower(word.base) = lower(${keyword}::text)`
  return sql<SqlBool>`word.type = any(${types}::integer[]) and word.score > 0 and ${isNamed}`
}

/** The words of a block as rows `word`. */
export const words = sql`rows from (jsonb_to_recordset(block.terms) as
  (text text, base text, type integer, score double precision, "offset" integer, start_time double precision)) as word`

/** Passages of existing tags as rows `mark`, of which one of `ids` is enough. */
function isTagged({ workspaceId }: Actor, ids: readonly number[] | null): RawBuilder<SqlBool> {
  const isOne = ids === null ? sql<SqlBool>`true` : sql<SqlBool>`mark.tag_id = any(${[...ids]}::integer[])`
  return sql<SqlBool>`mark.tag_id in (select id from tags where workspace_id = ${workspaceId} and deleted_at is null)
    and ${isOne}`
}

function hasEmotion(emotion: Filters['emotion']): RawBuilder<SqlBool> {
  if (emotion === 'positive') return sql<SqlBool>`block.sentiment > 0`
  if (emotion === 'negative') return sql<SqlBool>`block.sentiment < 0`
  return emotion === 'neutral' ? sql<SqlBool>`block.sentiment = 0` : sql<SqlBool>`true`
}

function hasSpeaker(ids: Filters['speakers']): RawBuilder<SqlBool> {
  if (ids === null) return sql<SqlBool>`true`
  return sql<SqlBool>`coalesce(block.speaker_id, ${sql.lit(NO_SPEAKER)}) = any(${[...ids]}::integer[])`
}

function hasText(wanted: GramQuery | 'nothing' | null): RawBuilder<SqlBool> {
  if (wanted === null) return sql<SqlBool>`true`
  if (wanted === 'nothing') return sql<SqlBool>`false`
  const { corpus, share, grams } = wanted
  return corpus.blocks * share <= INDEXED_TEXTS
    ? sql<SqlBool>`block.id in (select block_id from block_texts text
        where block_grams(text.normal) @> ${[...grams]}::text[] and ${hasWords('text.normal', wanted)})`
    : sql<SqlBool>`exists (select from block_texts text where text.block_id = block.id and ${hasWords('text.normal', wanted)})`
}

/** Conditions on the block of an occurrence. For a word or passage, its own conditions are part of its join. */
function matches(actor: Actor, filters: Filters, unit: Unit): RawBuilder<SqlBool> {
  const { keyword, keywordOption, tags } = filters
  const isAnyWord = unit === 'word' || (keyword === null && keywordOption === null)
  const isAnyTag = unit === 'passage' || tags === null
  return sql<SqlBool>`${hasEmotion(filters.emotion)} and ${hasSpeaker(filters.speakers)} and ${hasText(filters.words)}
    and ${isAnyWord ? sql`true` : sql`exists (select from ${words} where ${isKeyword(filters)})`}
    and ${isAnyTag ? sql`true` : sql`block.id in (select mark.block_id from block_tags mark where ${isTagged(actor, tags)})`}`
}

/**
 * The visible files of the report with their readable transcripts: `item`, `file`, `transcript`. `offset 0` makes
 * PostgreSQL compute the role once per item; without it, the role of a guest is computed for every block.
 */
export function files(db: Db | Trx, actor: Actor, { folder, scope, itemIds }: Report) {
  const isAmong = itemIds ? sql<SqlBool>`seen.id = any(${[...itemIds]}::integer[])` : sql<SqlBool>`true`
  return sql`(select seen.id, seen.role from ${itemsInScope(db, actor, folder, scope)} seen where ${isAmong} offset 0) item
    join files file on file.item_id = item.id
    join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'`
}

/**
 * Blocks that match, with `item`, `file` and `transcript`; for words and passages also `word` or `mark`, one row for each,
 * or with `counted` one row for each different value of a block: `n` times, `is_first` for one of them.
 */
export function occurrences(db: Db | Trx, actor: Actor, report: Report, counted: 'each' | 'counted' = 'each') {
  const unit = unitOf(report.pair)
  const { filters } = report
  const isMark = isTagged(actor, filters.tags)
  const isOneOf = report.blockIds ? sql`block.id = any(${[...report.blockIds]}::integer[])` : sql`true`
  const joins = {
    block: { each: sql``, counted: sql`` },
    word: {
      each: sql`join lateral ${words} on ${isKeyword(filters)}`,
      counted: sql`cross join lateral (
        select lower(word.base) as base, word.type, min(word.base) as shown, count(*) as n, row_number() over () = 1 as is_first
        from ${words} where ${isKeyword(filters)} group by lower(word.base), word.type) word`,
    },
    passage: {
      each: sql`join block_tags mark on mark.block_id = block.id and ${isMark}`,
      counted: sql`join (
        select mark.block_id, mark.tag_id, count(*) as n, row_number() over (partition by mark.block_id) = 1 as is_first
        from block_tags mark where ${isMark} group by mark.block_id, mark.tag_id) mark on mark.block_id = block.id`,
    },
  }
  return sql`${files(db, actor, report)}
    join blocks block on block.transcript_id = transcript.id
    ${joins[unit][counted]}
    where ${isOneOf} and ${matches(actor, filters, unit)}`
}
