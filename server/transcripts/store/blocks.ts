// Reads blocks of a transcript, in reading order.
import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** `position` is a decimal. Blocks are ordered by it, and there is room between any two. */
export type StoredBlock = EditableBlock & { id: number; revision: number; position: string }

/** A new block with its position. */
export type PlacedBlock = { block: EditableBlock; position: string }

/** A tagged passage as stored; offsets and lengths in UTF-16 code units. */
type Mark = { tag_id: number; tag_uuid: string; start_offset: number; length: number }

/** Tags with the text of their passages. Marks of deleted tags are not selected. */
export const toTags = (marks: readonly Mark[], content: string): TagUsage[] =>
  marks.map(({ tag_id, tag_uuid, start_offset, length }) => ({
    tag_id,
    text: content.slice(start_offset, start_offset + length),
    offset: start_offset,
    tag_uuid,
  }))

/** The marks of the table `block` in the query, as JSON in the order of the text. */
const marksOf = (block: string) => sql<Mark[]>`coalesce((
  select json_agg(json_build_object('tag_id', mark.tag_id, 'tag_uuid', mark.tag_uuid,
    'start_offset', mark.start_offset, 'length', mark.length) order by mark.start_offset, mark.tag_id, mark.tag_uuid)
  from block_tags mark join tags on tags.id = mark.tag_id and tags.deleted_at is null
  where mark.block_id = ${sql.ref(block)}.id), '[]')`

/** Columns of a block without its marks. */
const blockColumns = [
  'id',
  'uuid',
  'start_time',
  'end_time',
  'content',
  'sentiment',
  'section_name',
  'is_break',
  'speaker_id',
  'terms',
] as const

type BlockFilter = { uuids: readonly string[] } | { speakerId: number | null } | 'all'

/** Blocks of a transcript in reading order. */
export const findStoredBlocks = async (
  db: Db | Trx,
  transcriptId: number,
  filter: BlockFilter,
): Promise<StoredBlock[]> => {
  const rows = await db
    .selectFrom('blocks')
    .select(blockColumns)
    .select(['revision', sql<string>`position::text`.as('position'), marksOf('blocks').as('marks')])
    .where('transcript_id', '=', transcriptId)
    .$call((query) => {
      if (filter === 'all') return query
      if ('uuids' in filter) return query.where('uuid', '=', sql<string>`any(${filter.uuids}::uuid[])`)
      return filter.speakerId === null
        ? query.where('speaker_id', 'is', null)
        : query.where('speaker_id', '=', filter.speakerId)
    })
    .orderBy('blocks.position')
    .execute()
  return rows.map(({ marks, terms, ...row }) => ({
    ...row,
    terms: terms as Term[],
    tags: toTags(marks, row.content),
  }))
}

/** Blocks per page. The rows of a page have some hundred kilobytes. */
const BLOCKS_PER_PAGE = 200

const blocksAfter = (db: Db | Trx, transcriptId: number, position: string | null) =>
  db
    .selectFrom('blocks')
    .select(blockColumns)
    .select([sql<string>`position::text`.as('position'), marksOf('blocks').as('marks')])
    .where('transcript_id', '=', transcriptId)
    .$if(position !== null, (query) => query.where('blocks.position', '>', sql<never>`${position}::numeric`))
    .orderBy('blocks.position')

/** All blocks with their marks, as they are presented to readers. */
export const findBlocks = (db: Db | Trx, transcriptId: number) => blocksAfter(db, transcriptId, null).execute()

export type BlockRow = Awaited<ReturnType<typeof findBlocks>>[number]

/**
 * Yields the blocks page by page and reads the next page while the current one is processed. Consistent within a
 * snapshot.
 */
export async function* blockPages(trx: Trx, transcriptId: number): AsyncGenerator<BlockRow[]> {
  const read = (position: string | null) => blocksAfter(trx, transcriptId, position).limit(BLOCKS_PER_PAGE).execute()
  let page = await read(null)
  while (page.length > 0) {
    const last = page.at(-1)
    const next = last && page.length === BLOCKS_PER_PAGE ? read(last.position) : Promise.resolve([])
    // A consumer that stops early leaves this promise unawaited; it must not raise an unhandled rejection.
    next.catch(() => {})
    yield page
    page = await next
  }
}

/** The uuids of all blocks in reading order. */
export const findBlockOrder = async (db: Db | Trx, transcriptId: number): Promise<string[]> => {
  const { rows } = await sql<{ uuids: string[] }>`
    select coalesce(json_agg(uuid order by position), '[]') as uuids from blocks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0]?.uuids ?? []
}

export const countBlocks = async (db: Db | Trx, transcriptId: number): Promise<number> =>
  (
    await db
      .selectFrom('blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirstOrThrow()
  ).count

/** Returns the uuid of a transcript's block by its id; undefined if not found. */
export const findBlockUuid = async (trx: Trx, transcriptId: number, id: number): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('blocks')
      .select('uuid')
      .where('transcript_id', '=', transcriptId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.uuid

/** Ids of all speakers of a transcript. A recursive query jumps through the index: one step per speaker. */
export const findSpeakerIds = async (db: Db | Trx, transcriptId: number): Promise<Set<number>> => {
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
