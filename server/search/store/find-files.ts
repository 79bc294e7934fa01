// Finds files below a folder whose title or transcript contains the words. There are two strategies with the same
// result: for common words, walk the files in list order until the page is full; for rare words, use the index.
// Visibility is checked file by file, only as far as the page needs it, because computing a role is the most expensive
// part of the check.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import type { TableContent } from '../../files/store/table-rows.ts'
import { isBelow, visibleItems } from '../../tree/store/access.ts'
import type { ItemRow } from '../../tree/store/items.ts'
import { nameContains } from '../../tree/store/name-search.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import { chooseStrategy } from '../choose-strategy.ts'
import type { GramQuery } from '../grams.ts'

export interface FoundFile {
  file_id: number
  /** Number of matching blocks, and ids of the first ones. */
  total: number
  block_ids: number[]
}

export interface FileSearch {
  actor: Actor
  /** Path of the folder. */
  below: string
  words: string
  wanted: GramQuery | null
  /** The words must be in the transcript; a title with them is not enough. */
  onlySpoken?: boolean
  /** ORDER BY over `file`. */
  order: RawBuilder<unknown>
  offset: number
  limit: number
}

/** Maximum of hits shown per file. */
const MAX_HITS_PER_FILE = 3
/**
 * Words are common if at least MIN_PROBE_MATCHES of the first PROBED_FILES files match; only then is a walk likely to end soon after the
 * page is full.
 */
const PROBED_FILES = 8
const MIN_PROBE_MATCHES = 6

/** Condition that a normalised text contains the words literally. strpos is three times as fast as LIKE on kana. */
export function hasWords(column: string, { normal }: Pick<GramQuery, 'normal'>) {
  return sql<SqlBool>`strpos(${sql.ref(column)}, ${normal}) > 0`
}

// Planned at each execution: the best plan depends on how rare the words are.
const plannedEachTime = sql.raw(PLAN_EACH_TIME)

/** Condition that the title of a row is enough for a match. */
function hasTitle({ onlySpoken = false, words }: FileSearch, title: RawBuilder<unknown>) {
  return onlySpoken ? sql<SqlBool>`false` : nameContains(title, words)
}

/** Files below the folder, each with its readable transcript; visibility is not checked yet. */
function files({ below }: FileSearch) {
  return sql`
  items item
  join files file on file.item_id = item.id and ${isBelow(sql.ref('item.path'), sql.val(below))}
  left join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'`
}

/** Condition that the actor sees the file of a row of `table`. */
function isVisible(db: Db, { actor }: FileSearch, table: string) {
  return sql<SqlBool>`
  exists (select from ${visibleItems(db, actor)} seen where seen.id = ${sql.ref(`${table}.item_id`)})`
}

/**
 * Finds the page by walking the list. Returns null if the walk would take too long, or was stopped before the page was
 * full.
 */
async function walkFiles(
  db: Db,
  search: FileSearch,
  wanted: GramQuery,
  isCommon: boolean,
): Promise<FoundFile[] | null> {
  const { actor, order, offset, limit } = search
  const isHit = sql`text.transcript_id = listed.transcript_id and ${hasWords('text.normal', wanted)}`
  const needed = offset + limit
  const most = isCommon ? null : Math.ceil((needed * PROBED_FILES) / (MIN_PROBE_MATCHES - 1))
  const { rows } = await sql<FoundFile & { file_id: number | null; is_answer: boolean }>`
    ${plannedEachTime} with below as materialized (
      select file.id, file.item_id, ${shownName(actor, 'file', 'title')} as title, transcript.id as transcript_id, row_number() over (order by ${order}) as rank
      from ${files(search)} order by rank
    ), listed as materialized (
      select * from below where ${isVisible(db, search, 'below')} limit ${most}
    ), probe as materialized (
      -- A list with few further files is read to its end.
      select count(*) >= ${MIN_PROBE_MATCHES} or (select count(*) from (select from listed limit ${needed + 1}) part) <= ${needed} as is_common
      from (select * from listed limit ${PROBED_FILES}) listed where exists (select from block_texts text where ${isHit})
    ), page as materialized (
      select listed.id as file_id, listed.rank, hits.total, hits.block_ids
      from listed cross join lateral (
        select count(*)::integer as total, (array_agg(block_id order by text.position))[1:${sql.lit(MAX_HITS_PER_FILE)}] as block_ids
        from block_texts text where ${isHit}
      ) hits
      where (${isCommon} or (select is_common from probe))
        and (hits.total > 0 or ${hasTitle(search, sql.ref('listed.title'))})
      limit ${limit} offset ${offset}
    )
    select answer.is_answer, file_id, total, coalesce(block_ids, '{}') as block_ids
    from (
      select ${isCommon} or (select count(*) from page) = ${limit}
        or (select is_common from probe) and (select count(*) from listed) < ${most} as is_answer
    ) answer left join page on answer.is_answer
    order by rank
  `.execute(db)
  if (!rows[0]?.is_answer) return null
  return rows.flatMap(({ file_id, total, block_ids }) => (file_id === null ? [] : [{ file_id, total, block_ids }]))
}

/** Finds the page with the index. */
async function findByIndex(db: Db, search: FileSearch, wanted: GramQuery | null): Promise<FoundFile[]> {
  const { actor, order, offset, limit } = search
  const { rows } = await sql<FoundFile>`
    ${plannedEachTime} with hits as materialized (
      select text.block_id, text.transcript_id, text.position from block_texts text where ${wanted ? isMatch(wanted) : sql`false`}
    ), counts as materialized (
      select transcript_id, count(*)::integer as total from hits group by transcript_id
    ), matches as materialized (
      select file.id, file.item_id, counts.transcript_id, counts.total, row_number() over (order by ${order}) as rank
      from ${files(search)} left join counts on counts.transcript_id = transcript.id
      where counts.total > 0 or ${hasTitle(search, shownName(actor, 'file', 'title'))}
      order by rank
    ), page as materialized (
      select * from matches where ${isVisible(db, search, 'matches')} limit ${limit} offset ${offset}
    ), shown as materialized (
      select transcript_id, (array_agg(block_id order by position))[1:${sql.lit(MAX_HITS_PER_FILE)}] as block_ids
      from hits where transcript_id in (select transcript_id from page) group by transcript_id
    )
    select id as file_id, coalesce(total, 0) as total, coalesce(block_ids, '{}') as block_ids
    from page left join shown using (transcript_id) order by rank
  `.execute(db)
  return rows
}

/** Condition that a text contains the words, usable by the index. */
function isMatch(wanted: GramQuery) {
  const hasGrams = sql<SqlBool>`block_grams(text.normal) @> ${wanted.grams}::text[]`
  return wanted.isGram ? hasGrams : sql<SqlBool>`${hasGrams} and ${hasWords('text.normal', wanted)}`
}

/** One page of matching files in list order. */
export async function findFiles(db: Db, search: FileSearch): Promise<FoundFile[]> {
  const { wanted, offset, limit } = search
  const strategy = wanted ? chooseStrategy(wanted, offset + limit) : 'index'
  const walked = wanted && strategy !== 'index' ? await walkFiles(db, search, wanted, strategy === 'list') : null
  return walked ?? findByIndex(db, search, wanted)
}

/** The folders below another one whose name contains the words, as the content of a table without files. */
export function namedFoldersBelow(db: Db, actor: Actor, { path }: Pick<ItemRow, 'path'>, words: string): TableContent {
  return {
    items: visibleItems(db, actor),
    folders: sql<SqlBool>`
    ${isBelow(sql.ref('item.path'), sql.val(path))} and ${nameContains(shownName(actor, 'folder'), words)}`,
    files: sql<SqlBool>`false`,
  }
}

/** The number of folders of a table. */
export async function countFolders(db: Db, { items, folders }: TableContent): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${items} item
    join projects folder on folder.item_id = item.id where ${folders}
  `.execute(db)
  return rows[0]?.count ?? 0
}
