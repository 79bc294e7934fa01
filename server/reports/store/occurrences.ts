// The occurrences of a report as the end of a statement, from `from` on: blocks of visible files, joined with their words
// or tagged passages. Deleted tags, words without a weight (function words, fillers) and transcripts in processing are
// excluded.
import { NO_SPEAKER, unitOf } from '@kaiwa/contract/report-pairs.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { GramQuery } from '../../search/grams.ts'
import { hasWords } from '../../search/store/find-files.ts'
import { EDITING_ROLES } from '../../tree/policy.ts'
import { itemsInScope } from '../../tree/store/items.ts'
import type { Filters, Report } from '../report.ts'
import { countsEveryKeyword, hasKeyword, isKeyword, keywordsOfBlock, words } from './keyword-conditions.ts'

/** Maximum texts that are read from the index of grams; beyond it, texts are compared block by block. */
const INDEXED_TEXTS = 50_000

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
  const isOne = sql<SqlBool>`block.speaker_id = any(${[...ids]}::integer[])`
  return ids.includes(NO_SPEAKER) ? sql<SqlBool>`(block.speaker_id is null or ${isOne})` : isOne
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
function matches(actor: Actor, report: Report): RawBuilder<SqlBool> {
  const { filters, pair, blockIds } = report
  const { keyword, keywordOption, tags } = filters
  const unit = unitOf(pair)
  const isAnyWord = unit === 'word' || (keyword === null && keywordOption === null)
  const isAnyTag = unit === 'passage' || tags === null
  return sql<SqlBool>`${hasEmotion(filters.emotion)} and ${hasSpeaker(filters.speakers)} and ${hasText(filters.words)}
    and ${isAnyWord ? sql`true` : hasKeyword(report)}
    and ${isAnyTag ? sql`true` : sql`block.id in (select mark.block_id from block_tags mark where ${isTagged(actor, tags)})`}
    and ${blockIds ? sql`block.id = any(${[...blockIds]}::integer[])` : sql`true`}`
}

/** The join that makes one row per occurrence: none if blocks are counted, otherwise one row per word or passage. */
function eachOf(actor: Actor, { pair, filters }: Report) {
  const unit = unitOf(pair)
  if (unit === 'word') return sql`join lateral ${words} on ${isKeyword(filters)}`
  if (unit === 'passage')
    return sql`join block_tags mark on mark.block_id = block.id and ${isTagged(actor, filters.tags)}`
  return sql``
}

/** The same with one row for each different value of a block: `n` times, `is_first` for one of them. */
function differentOf(actor: Actor, report: Report) {
  const unit = unitOf(report.pair)
  if (unit === 'word') return keywordsOfBlock(report)
  if (unit === 'passage')
    return sql`join (
      select mark.block_id, mark.tag_id, count(*) as n, row_number() over (partition by mark.block_id) = 1 as is_first
      from block_tags mark where ${isTagged(actor, report.filters.tags)} group by mark.block_id, mark.tag_id) mark
      on mark.block_id = block.id`
  return sql``
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

/** Occurrences with `item`, `file`, `transcript` and `block`; for words and passages also `word` or `mark`. */
export function occurrencesWithRights(db: Db | Trx, actor: Actor, report: Report) {
  return sql`${files(db, actor, report)}
    join blocks block on block.transcript_id = transcript.id
    ${eachOf(actor, report)}
    where ${matches(actor, report)}`
}

/** Occurrences of one transcript, which an outer query names `transcript`: with `block`, and `word` or `mark`. */
export function occurrencesOfEach(actor: Actor, report: Report) {
  return sql`blocks block ${eachOf(actor, report)}
    where block.transcript_id = transcript.id and ${matches(actor, report)}`
}

/**
 * Transcripts of a report, read once with the access join. The statements that follow in the same snapshot select by
 * their ids: PostgreSQL divides such a statement among its processes, which it does not do with the access join.
 */
export interface ReadableTranscripts {
  ids: readonly number[]
  /** Those of files that the actor may edit. */
  editableIds: readonly number[]
}

export async function findReadableTranscripts(trx: Trx, actor: Actor, report: Report): Promise<ReadableTranscripts> {
  const { rows } = await sql<{ ids: number[]; editable_ids: number[] }>`
    select coalesce(array_agg(transcript.id), '{}') as ids,
      coalesce(array_agg(transcript.id) filter (where item.role = any(${[...EDITING_ROLES]}::integer[])), '{}') as editable_ids
    from ${files(trx, actor, report)}
  `.execute(trx)
  const { ids = [], editable_ids: editableIds = [] } = rows[0] ?? {}
  return { ids, editableIds }
}

/** Occurrences of these transcripts with `block`; for words and passages also `word` or `mark`. */
export function occurrences(actor: Actor, report: Report, { ids }: Pick<ReadableTranscripts, 'ids'>) {
  return sql`blocks block join transcripts transcript on transcript.id = block.transcript_id
    ${eachOf(actor, report)}
    where transcript.id = any(${[...ids]}::integer[]) and ${matches(actor, report)}`
}

/** The same, with one row for each different value of a block. */
export function countedOccurrences(actor: Actor, report: Report, { ids }: Pick<ReadableTranscripts, 'ids'>) {
  return sql`blocks block ${differentOf(actor, report)}
    where block.transcript_id = any(${[...ids]}::integer[]) and ${matches(actor, report)}`
}

/** Rows with the numbers of occurrences of these transcripts, and the aggregate that sums them up. */
export function occurrenceNumbers(actor: Actor, report: Report, { ids }: Pick<ReadableTranscripts, 'ids'>) {
  const unit = unitOf(report.pair)
  if (unit === 'word' && countsEveryKeyword(report))
    return {
      sum: sql`sum(kept.total)`,
      from: sql`blocks block join block_keywords kept on kept.block_id = block.id
        where block.transcript_id = any(${[...ids]}::integer[]) and ${matches(actor, report)}`,
    }
  const sum = { block: sql`count(*)`, word: sql`sum(word.n)`, passage: sql`sum(mark.n)` }[unit]
  return { sum, from: countedOccurrences(actor, report, { ids }) }
}
