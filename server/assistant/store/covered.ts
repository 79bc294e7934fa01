// Reads what a chat covers: its files that the actor sees now, and their blocks.
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

/** Ids of the blocks of these transcripts that share the most grams with a question, best first. */
export async function findBlocksByGrams(
  db: Db | Trx,
  {
    transcriptIds,
    speakerIds,
    grams,
    limit,
  }: { transcriptIds: readonly number[]; speakerIds: readonly number[]; grams: readonly string[]; limit: number },
): Promise<number[]> {
  if (grams.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select text.block_id as id
    from block_texts text join blocks block on block.id = text.block_id
    cross join lateral (select count(*) as hits from unnest(${[...grams]}::text[]) gram where strpos(text.normal, gram) > 0) found
    where text.transcript_id = any(${[...transcriptIds]}::integer[]) and found.hits > 0
      and (${speakerIds.length === 0} or block.speaker_id = any(${[...speakerIds]}::integer[]))
    order by found.hits desc, text.block_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
