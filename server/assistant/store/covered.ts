// Reads what a chat covers: its files that the actor sees now, and their blocks.
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { isBelow, visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

export interface CoveredFile {
  id: number
  project_id: number
  transcript_id: number
  title: string
  created_at: Date
  /** Text of all blocks in UTF-16 code units. */
  text_length: number
}

/** Condition on a row of `files file`: the chat covers it. */
function isCovered({ id, covers_folder, project_id }: CoveredBy, path: RawBuilder<unknown>) {
  return covers_folder
    ? sql<SqlBool>`${isBelow(
        path,
        sql`(select items.path from items join projects on projects.item_id = items.id
        where projects.id = ${project_id})`,
      )}`
    : sql<SqlBool>`exists (select from chat_files chosen where chosen.chat_id = ${id} and chosen.file_id = file.id)`
}

export interface CoveredBy {
  id: number
  covers_folder: boolean
  project_id: number
}

/** The files of a chat that the actor sees and that have a transcript, oldest first. */
export function findCoveredFiles(db: Db | Trx, actor: Actor, chat: CoveredBy): Promise<CoveredFile[]> {
  return db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts as transcript', 'transcript.file_id', 'file.id')
    .select([
      'file.id',
      'file.project_id',
      'transcript.id as transcript_id',
      shownName(actor, 'file', 'title').as('title'),
      'file.created_at',
      sql<number>`coalesce(transcript.text_length, 0)`.as('text_length'),
    ])
    .where('transcript.status', '=', 'completed')
    .where(isCovered(chat, sql.ref('item.path')))
    .where(sql<SqlBool>`exists (select from blocks where blocks.transcript_id = transcript.id)`)
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute()
}

/** Blocks that tell the language of a transcript. */
const OPENING_BLOCKS = 20

/** A block as the assistant reads it. */
export interface SpokenBlock {
  id: number
  uuid: string
  transcript_id: number
  start_time: number
  content: string
  speaker_id: number | null
  speaker: string | null
}

const columns = [
  'block.id',
  'block.uuid',
  'block.transcript_id',
  'block.start_time',
  'block.content',
  'block.speaker_id',
] as const

/** Blocks with text of these transcripts in order, of these speakers if any are given, or only those of these ids. */
export function findSpokenBlocks(
  db: Db | Trx,
  actor: Actor,
  {
    transcriptIds,
    speakerIds,
    ids,
  }: { transcriptIds: readonly number[]; speakerIds: readonly number[]; ids?: readonly number[] },
): Promise<SpokenBlock[]> {
  return db
    .selectFrom('blocks as block')
    .leftJoin('speakers as speaker', 'speaker.id', 'block.speaker_id')
    .select(columns)
    .select(sql<string | null>`case when speaker.id is not null then ${shownName(actor, 'speaker')} end`.as('speaker'))
    .where('block.transcript_id', '=', sql<number>`any(${[...transcriptIds]}::integer[])`)
    .where('block.content', '<>', '')
    .$if(speakerIds.length > 0, (query) =>
      query.where('block.speaker_id', '=', sql<number>`any(${[...speakerIds]}::integer[])`),
    )
    .$if(ids !== undefined, (query) => query.where('block.id', '=', sql<number>`any(${[...(ids ?? [])]}::integer[])`))
    .orderBy('block.transcript_id')
    .orderBy('block.position')
    .execute()
}

/** The text of the first blocks of each transcript. */
export async function findOpenings(db: Db, transcriptIds: readonly number[]): Promise<{ content: string }[]> {
  const { rows } = await sql<{ content: string }>`
    select opening.content from unnest(${[...transcriptIds]}::integer[]) as transcript (id)
    cross join lateral (
      select string_agg(first.content, ' ') as content from (
        select block.content from blocks block where block.transcript_id = transcript.id and block.content <> ''
        order by block.position limit ${sql.lit(OPENING_BLOCKS)}
      ) first
    ) opening
    where opening.content is not null`.execute(db)
  return rows
}

/** A block with its words. */
export interface DigestBlock {
  id: number
  uuid: string
  content: string
  start_time: number
  end_time: number
  terms: Term[]
}

/** All blocks with text of a transcript in order, of these speakers if any are given, with their words. */
export function findDigestBlocks(db: Db, transcriptId: number, speakerIds: readonly number[]): Promise<DigestBlock[]> {
  return db
    .selectFrom('blocks')
    .select(['id', 'uuid', 'content', 'start_time', 'end_time', 'terms'])
    .where('transcript_id', '=', transcriptId)
    .where('content', '<>', '')
    .$if(speakerIds.length > 0, (query) =>
      query.where('speaker_id', '=', sql<number>`any(${[...speakerIds]}::integer[])`),
    )
    .orderBy('position')
    .$castTo<DigestBlock>()
    .execute()
}

/** Words with their times of these blocks. */
export async function findTerms(db: Db | Trx, ids: readonly number[]): Promise<ReadonlyMap<number, Term[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('blocks')
    .select(['id', 'terms'])
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .$castTo<{ id: number; terms: Term[] }>()
    .execute()
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}
