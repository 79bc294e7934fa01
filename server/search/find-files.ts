// Which files below a folder have the words, in their title or in what was said. There are two ways, and both end in the
// same page. Common words are found by walking the files in the order of the list until the page is full; where rare ones
// are, the index tells. What is common is known of single grams; of longer words the first few files tell.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { isBelow, visibleItems } from '../workspace/access.ts'
import { nameContains } from '../workspace/name-search.ts'
import type { Wanted } from './grams.ts'

export type FoundFile = {
  file_id: number
  /** Blocks that have the words, and the first of them. */
  total: number
  block_ids: number[]
}

export type FileSearch = {
  actor: Actor
  /** Path of the folder. */
  below: string
  words: string
  wanted: Wanted | null
  /** ORDER BY over `file`. */
  order: RawBuilder<unknown>
  offset: number
  limit: number
}

/** Hits that a list shows of one file. */
const SHOWN = 3
/** From this part of all blocks on, reading files until some have the words costs less than reading the index. */
const COMMON = 0.02
/** Otherwise words are common when of the first files so many have them; then a walk must not go much further. */
const PROBED = 8
const ENOUGH = 6

/** The condition that a normalised text has the words, literally: what LIKE says, in a third of its time on kana. */
export const hasWords = (column: string, { normal }: Pick<Wanted, 'normal'>) =>
  sql<SqlBool>`strpos(${sql.ref(column)}, ${normal}) > 0`

/** Visible files below the folder, each with the transcript that can be read. */
const files = (db: Db, { actor, below }: FileSearch) => sql`
  ${visibleItems(db, actor)} item
  join files file on file.item_id = item.id and ${isBelow(sql.ref('item.path'), sql.val(below))}
  left join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'`

/** The page by way of the list; empty where that is not full, or would take long. */
const walk = async (db: Db, search: FileSearch, wanted: Wanted): Promise<FoundFile[]> => {
  const { words, order, offset, limit } = search
  const said = sql`text.transcript_id = listed.transcript_id and ${hasWords('text.normal', wanted)}`
  const isCommon = wanted.share >= COMMON
  const most = isCommon ? null : Math.ceil(((offset + limit) * PROBED) / (ENOUGH - 1))
  const { rows } = await sql<FoundFile>`
    with listed as materialized (
      select file.id, file.title, transcript.id as transcript_id, row_number() over (order by ${order}) as place
      from ${files(db, search)} order by place limit ${most}
    ), probe as materialized (
      select count(*) >= ${ENOUGH} as is_common
      from (select * from listed where place <= ${PROBED}) listed where exists (select from block_texts text where ${said})
    ), page as materialized (
      select * from listed
      where (${isCommon} or (select is_common from probe))
        and (${nameContains('listed.title', words)} or exists (select from block_texts text where ${said}))
      limit ${limit} offset ${offset}
    )
    select listed.id as file_id,
      (select count(*)::integer from block_texts text where ${said}) as total,
      array(select block_id from block_texts text where ${said} order by text.position limit ${SHOWN}) as block_ids
    from page listed
    where (select count(*) from page) = ${limit}
    order by listed.place
  `.execute(db)
  return rows
}

/** The page by way of the index. */
const lookUp = async (db: Db, search: FileSearch, wanted: Wanted | null): Promise<FoundFile[]> => {
  const { words, order, offset, limit } = search
  const texts = wanted
    ? sql<SqlBool>`block_grams(text.normal) @> ${wanted.grams}::text[] and ${hasWords('text.normal', wanted)}`
    : sql<SqlBool>`false`
  const { rows } = await sql<FoundFile>`
    with hits as materialized (
      select text.block_id, text.transcript_id, text.position from block_texts text where ${texts}
    ), said as materialized (
      select transcript_id, count(*)::integer as total, (array_agg(block_id order by position))[1:${sql.lit(SHOWN)}] as block_ids
      from hits group by transcript_id
    )
    select file.id as file_id, coalesce(said.total, 0) as total, coalesce(said.block_ids, '{}') as block_ids
    from ${files(db, search)}
    left join said on said.transcript_id = transcript.id
    where said.total > 0 or ${nameContains('file.title', words)}
    order by ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** One page of the files, in the order of the list. */
export const findFiles = async (db: Db, search: FileSearch): Promise<FoundFile[]> => {
  const walked = search.wanted ? await walk(db, search, search.wanted) : []
  return walked.length > 0 ? walked : lookUp(db, search, search.wanted)
}
