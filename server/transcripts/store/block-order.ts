// The order of the blocks of a transcript, and their ids, without their content.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** The uuids of all blocks in reading order. */
export async function findBlockOrder(db: Db | Trx, transcriptId: number): Promise<string[]> {
  const { rows } = await sql<{ uuids: string[] }>`
    select coalesce(json_agg(uuid order by position), '[]') as uuids from blocks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0]?.uuids ?? []
}

/** The uuids of all blocks in reading order with their start times. */
export async function findBlockStarts(
  db: Db | Trx,
  transcriptId: number,
): Promise<{ uuid: string; start_time: number }[]> {
  const { rows } = await sql<{ starts: { uuid: string; start_time: number }[] }>`
    select coalesce(json_agg(json_build_object('uuid', uuid, 'start_time', start_time) order by position), '[]') as starts
    from blocks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0]?.starts ?? []
}

/** Where a reader opens a transcript: a block, or seconds of the recording. */
export interface ReadingPlace {
  block?: string | undefined
  time?: number | undefined
}

/**
 * The position after which reading begins so that `context` blocks precede the place, and the number of blocks up to that
 * position; null when it begins at the start.
 */
export async function findReadingStart(
  db: Db | Trx,
  transcriptId: number,
  { block, time }: ReadingPlace,
  context: number,
): Promise<{ after: string; index: number } | null> {
  if (block === undefined && time === undefined) return null
  const isPlace = block === undefined ? sql`start_time <= ${time}` : sql`uuid = ${block}::uuid`
  const { rows } = await sql<{ after: string; index: number }>`
    with start as (
      select position from blocks where transcript_id = ${transcriptId} and position <= (
        select max(position) from blocks where transcript_id = ${transcriptId} and ${isPlace}
      ) order by position desc offset ${context + 1} limit 1
    ) select start.position::text as after, (
      select count(*)::integer from blocks where transcript_id = ${transcriptId} and blocks.position <= start.position
    ) as index from start
  `.execute(db)
  return rows[0] ?? null
}

export async function countBlocks(db: Db | Trx, transcriptId: number): Promise<number> {
  return (
    await db
      .selectFrom('blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirstOrThrow()
  ).count
}

/** Returns the uuid of a transcript's block by its id; undefined if not found. */
export async function findBlockUuid(trx: Trx, transcriptId: number, id: number): Promise<string | undefined> {
  return (
    await trx
      .selectFrom('blocks')
      .select('uuid')
      .where('transcript_id', '=', transcriptId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.uuid
}

/** Ids of all speakers of a transcript. A recursive query jumps through the index: one step per speaker. */
export async function findSpeakerIds(db: Db | Trx, transcriptId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive found as (
      (select speaker_id from blocks where transcript_id = ${transcriptId} and speaker_id is not null
        order by speaker_id limit 1)
      union all
      select (select next.speaker_id from blocks next
        where next.transcript_id = ${transcriptId} and next.speaker_id > found.speaker_id
        order by next.speaker_id limit 1)
      from found where found.speaker_id is not null
    ) select speaker_id as id from found where speaker_id is not null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
