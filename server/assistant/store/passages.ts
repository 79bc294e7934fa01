// Candidates and texts of passages for a question. Every statement joins the visible items, so that a passage of a file
// that the actor does not see, or no longer sees, cannot be selected.
import type { QueryTerm } from '@kaiwa/ranking/query-terms.ts'
import { LENGTH_WEIGHT, SATURATION } from '@kaiwa/ranking/bm25.ts'
import { NEIGHBOURS } from '@kaiwa/ranking/rank-passages.ts'
import { queryGrams } from '@kaiwa/language'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import type { Db } from '../../platform/database/database.ts'
import { isBelow, visibleItems } from '../../tree/store/access.ts'

/** The files and speakers that a question is about. Speakers: empty for all. */
export interface PassageScope {
  actor: Actor
  files: { ids: readonly number[] } | { below: string }
  speakerIds: readonly number[]
}

const plannedEachTime = sql.raw(PLAN_EACH_TIME)

/** Transcripts of the visible files in the scope. */
function scopeOf(db: Db, { actor, files }: PassageScope) {
  const isInside =
    'ids' in files
      ? sql<SqlBool>`file.id = any(${[...files.ids]}::integer[])`
      : isBelow(sql.ref('item.path'), sql.val(files.below))
  return sql`
    select transcript.id, transcript.file_id from ${visibleItems(db, actor)} item
    join files file on file.item_id = item.id and ${isInside}
    join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'`
}

function isSpokenBy({ speakerIds }: PassageScope, speaker: RawBuilder<unknown>) {
  return speakerIds.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${speaker} = any(${[...speakerIds]}::integer[])`
}

function hasTerm(column: string, { text }: QueryTerm) {
  return sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) > 0`
}

/** Number of occurrences of a term. In bytes, because PostgreSQL counts characters one by one. */
function countOf(column: string, { text }: QueryTerm) {
  const normal = sql.ref(column)
  return sql`(octet_length(${normal}) - octet_length(replace(${normal}, ${text}, ''))) / ${sql.lit(Buffer.byteLength(text))}`
}

/** Blocks of the sample. Pages are sampled, which hold about 40 blocks each. */
const SAMPLE_BLOCKS = 2000
const MAX_SAMPLE_BLOCKS = 8000

export interface ScopeStatistics {
  /** Blocks of the scope, counted up to `maxBlocks` + 1. */
  blocks: number
  /** Blocks of the installation, estimated. */
  total: number
  averageLength: number
  sampled: number
  /** The sets of terms that sampled blocks contain. */
  sets: TermSet[]
}

/** A set of terms, as the sum of 2 ** index of each, and the number of sampled blocks that contain exactly these. */
export type TermSet = readonly [terms: number, blocks: number]

/** The size of the scope, and the terms of a sample of all blocks of the installation. */
export async function readScopeStatistics(
  db: Db,
  scope: PassageScope,
  { terms, maxBlocks }: { terms: readonly QueryTerm[]; maxBlocks: number },
): Promise<ScopeStatistics> {
  const bits = terms.map(
    (term, index) => sql`case when ${hasTerm('sample.normal', term)} then ${sql.lit(2 ** index)} else 0 end`,
  )
  const { rows } = await sql<ScopeStatistics>`
    ${plannedEachTime} with scope as materialized (${scopeOf(db, scope)}), size as (
      select greatest(1, reltuples)::float8 as total from pg_class where oid = 'block_texts'::regclass
    ), sample as materialized (
      select normal from block_texts tablesample system (
        least(100, ${100 * SAMPLE_BLOCKS} / (select total from size))) repeatable (1)
      limit ${MAX_SAMPLE_BLOCKS}
    )
    select (
        select count(*)::integer from (
          select from scope join block_texts text on text.transcript_id = scope.id limit ${maxBlocks + 1}) part
      ) as blocks,
      greatest((select total from size), count(*)) as total, count(*)::integer as sampled,
      coalesce(avg(length(normal)), 1)::float8 as "averageLength", coalesce((
        select json_agg(json_build_array(terms, blocks)) from (
          select ${sql.join(bits, sql` + `)} as terms, count(*) as blocks from sample group by 1) found
      ), '[]') as sets
    from sample
  `.execute(db)
  return rows[0]!
}

/** The grams that a text with all of these terms contains. */
function gramsOf(terms: readonly QueryTerm[]): string[] {
  return [...new Set(terms.flatMap(({ text }) => queryGrams(text)))]
}

export interface Candidate {
  block_id: number
  normal: string
}

export interface Candidates {
  /** Blocks of the scope with the best estimated scores, best first. */
  found: Candidate[]
  /** Number of read blocks with each term. */
  holding: number[]
  /** Number of read blocks. */
  read: number
}

/**
 * Reads candidates: `lookup` lists sets of terms of which at least one must occur, looked up in the index of all blocks;
 * null reads all blocks of the scope. `holding` estimates the number of blocks with each term that is not looked up alone.
 */
export async function findCandidates(
  db: Db,
  scope: PassageScope,
  search: {
    terms: readonly QueryTerm[]
    lookup: readonly (readonly QueryTerm[])[] | null
    holding: readonly number[]
    total: number
    averageLength: number
    limit: number
    /** Maximum of texts to read; any of those that fit. Without it all of them are read. */
    maxTexts?: number
  },
): Promise<Candidates> {
  const { terms, lookup, total, averageLength, maxTexts } = search
  const columns = terms.map((_, index) => sql.ref(`term${index}`))
  const counted = terms.map((term, index) => sql`${countOf('text.normal', term)} as ${columns[index]}`)
  const some = maxTexts === undefined ? sql`` : sql`limit ${maxTexts}`
  const source = lookup
    ? sql`from block_texts text where ${sql.join(
        lookup.map((set) => sql`block_grams(text.normal) @> ${gramsOf(set)}::text[]`),
        sql` or `,
      )} ${some}`
    : sql`from scope join block_texts text on text.transcript_id = scope.id`
  // All blocks with a term that is looked up alone have been read, so their number is exact.
  const isAlone = (term: QueryTerm) =>
    lookup?.some(([first, ...others]) => first === term && others.length === 0) ?? true
  const isCounted = (term: QueryTerm) => maxTexts === undefined && isAlone(term)
  const counts = terms.map((term, index) =>
    isCounted(term)
      ? sql`count(*) filter (where ${columns[index]} > 0)::float8`
      : sql`${search.holding[index]}::float8`,
  )
  const texts = lookup === null ? sql`greatest(1, count(*))::float8` : sql`${total}::float8`
  const norm = sql`${SATURATION}::float8 * (1 - ${LENGTH_WEIGHT}::float8 + ${LENGTH_WEIGHT}::float8 * texts.length / ${averageLength}::float8)`
  // The same formula as `scoreText`, where forms of English words are only compared by their beginning.
  const scores = terms.map(
    ({ weight }, index) =>
      sql`${weight}::float8 * weights.rarities[${sql.lit(index + 1)}] * ${columns[index]} * ${SATURATION + 1}::float8 / (${columns[index]} + norm.value)`,
  )
  const { rows } = await sql<Candidate & { block_id: number | null; holding: number[]; read: number }>`
    ${plannedEachTime} with scope as materialized (${scopeOf(db, scope)}), texts as materialized (
      select text.block_id, text.transcript_id, length(text.normal) as length, ${sql.join(counted)} ${source}
    ), counted as materialized (
      select ${texts} as total, count(*)::integer as read, array[${sql.join(counts)}] as holding from texts
    ), weights as materialized (
      select array(
        select ln(1 + greatest(0, total - holding + 0.5) / (holding + 0.5)) from unnest(counted.holding) with ordinality held (holding, place)
        order by place) as rarities
      from counted
    ), best as (
      select texts.block_id, ${sql.join(scores, sql` + `)} as score
      from weights cross join texts cross join lateral (select ${norm} as value) norm
      join scope on scope.id = texts.transcript_id
      ${scope.speakerIds.length === 0 ? sql`` : sql`join blocks block on block.id = texts.block_id and ${isSpokenBy(scope, sql.ref('block.speaker_id'))}`}
      where ${sql.join(columns, sql` + `)} > 0
      order by score desc, texts.block_id limit ${search.limit}
    )
    select counted.holding, counted.read, text.block_id, text.normal
    from counted left join (best join block_texts text on text.block_id = best.block_id) on true
    order by best.score desc, best.block_id
  `.execute(db)
  const [first] = rows
  return {
    found: rows.flatMap(({ block_id, normal }) => (block_id === null ? [] : [{ block_id, normal }])),
    holding: first?.holding ?? [],
    read: first?.read ?? 0,
  }
}

export interface PassageRow {
  match_id: number
  block_id: number
  uuid: string
  transcript_id: number
  file_id: number
  speaker_id: number | null
  start_time: number
  end_time: number
  content: string
  /** Order within the transcript, among the returned blocks. */
  place: number
}

/** Each of these blocks with its neighbours that the scope allows, in the order of the transcripts. */
export async function readWindows(db: Db, scope: PassageScope, matchIds: readonly number[]): Promise<PassageRow[]> {
  const isAllowed = isSpokenBy(scope, sql.ref('near.speaker_id'))
  const { rows } = await sql<PassageRow>`
    with scope as materialized (${scopeOf(db, scope)}), windows as (
      select block.id as match_id, around.id as block_id, scope.file_id
      from blocks block
      join scope on scope.id = block.transcript_id
      cross join lateral (
        select block.id where ${isSpokenBy(scope, sql.ref('block.speaker_id'))}
        union all
        (select near.id from (
          select * from blocks where transcript_id = block.transcript_id and position < block.position
          order by position desc limit ${NEIGHBOURS}) near where ${isAllowed})
        union all
        (select near.id from (
          select * from blocks where transcript_id = block.transcript_id and position > block.position
          order by position limit ${NEIGHBOURS}) near where ${isAllowed})
      ) around
      where block.id = any(${[...matchIds]}::integer[])
    )
    select windows.match_id, block.id as block_id, block.uuid, block.transcript_id, windows.file_id, block.speaker_id,
      block.start_time, block.end_time, block.content,
      dense_rank() over (partition by block.transcript_id order by block.position, block.id)::integer as place
    from windows join blocks block on block.id = windows.block_id
    order by block.transcript_id, place
  `.execute(db)
  return rows
}
