// Blocks of a transcript with their marks: reads them in reading order, and writes many rows per statement. Batches are
// limited by text (text-batches.ts).
import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'
import { type EditableBlock, sameList, sameTag } from '@kaiwa/transcript/editable-block.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { saveKeywords } from './keywords.ts'
import { BATCH_BLOCKS, BATCH_TEXT, textBatches } from './text-batches.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

/** `position` is a decimal. Blocks are ordered by it, and there is room between any two. */
export type StoredBlock = EditableBlock & { id: number; revision: number; position: string }

/** A new block with its position. */
export interface PositionedBlock {
  block: EditableBlock
  position: string
}

/** A tagged passage as stored; offsets and lengths in UTF-16 code units. */
interface Mark {
  tag_id: number
  tag_uuid: string
  start_offset: number
  length: number
}

/** Tags with the text of their passages. Marks of deleted tags are not selected. */
export function toTags(marks: readonly Mark[], content: string): TagUsage[] {
  return marks.map(({ tag_id, tag_uuid, start_offset, length }) => ({
    tag_id,
    text: content.slice(start_offset, start_offset + length),
    offset: start_offset,
    tag_uuid,
  }))
}

/** The marks of the table `block` in the query, as JSON in the order of the text. */
function marksOf(block: string) {
  return sql<Mark[]>`coalesce((
  select json_agg(json_build_object('tag_id', mark.tag_id, 'tag_uuid', mark.tag_uuid,
    'start_offset', mark.start_offset, 'length', mark.length) order by mark.start_offset, mark.tag_id, mark.tag_uuid)
  from block_tags mark join tags on tags.id = mark.tag_id and tags.deleted_at is null
  where mark.block_id = ${sql.ref(block)}.id), '[]')`
}

/** Columns of a block without its marks. */
const blockColumns = [
  'id',
  'uuid',
  'start_time',
  'end_time',
  'content',
  'sentiment',
  'is_sentiment_manual',
  'section_name',
  'is_break',
  'speaker_id',
  'terms',
] as const

type BlockFilter = { ids: readonly number[] } | { uuids: readonly string[] } | { speakerId: number | null } | 'all'

/** A stretch of a transcript: the blocks after one position, up to and including another; null for its start or end. */
interface BlockRange {
  after: string | null
  until: string | null
}

interface Batch extends BlockRange {
  transcriptId: number
  filter: BlockFilter
  /** Maximum number of blocks. */
  limit: number
}

/**
 * Reads the next blocks in reading order: at most `limit`, and at most `BATCH_TEXT` bytes of text unless a single block
 * has more. The size of a text is read without the text itself.
 */
async function findBatch(db: Db | Trx, { transcriptId, filter, after, until, limit }: Batch) {
  const next = db
    .selectFrom('blocks')
    .select(blockColumns)
    .select([
      'revision',
      'position',
      sql<number>`row_number() over (order by position)`.as('number'),
      sql<number>`sum(octet_length(content)) over (order by position)`.as('bytes'),
      sql<boolean>`lead(id) over (order by position) is not null`.as('is_followed'),
    ])
    .where('transcript_id', '=', transcriptId)
    .$if(after !== null, (query) => query.where('blocks.position', '>', sql<never>`${after}::numeric`))
    .$if(until !== null, (query) => query.where('blocks.position', '<=', sql<never>`${until}::numeric`))
    .$call((query) => {
      if (filter === 'all') return query
      if ('ids' in filter) return query.where('id', '=', sql<number>`any(${[...filter.ids]}::integer[])`)
      if ('uuids' in filter) return query.where('uuid', '=', sql<string>`any(${filter.uuids}::uuid[])`)
      return filter.speakerId === null
        ? query.where('speaker_id', 'is', null)
        : query.where('speaker_id', '=', filter.speakerId)
    })
    .orderBy('position')
    .limit(limit + 1)
  const rows = await db
    .selectFrom(next.as('block'))
    .select(blockColumns)
    .select(['revision', 'is_followed', sql<string>`position::text`.as('position'), marksOf('block').as('marks')])
    .where((eb) =>
      eb.or([
        eb('block.number', '=', 1),
        eb.and([eb('block.number', '<=', limit), eb('block.bytes', '<=', BATCH_TEXT)]),
      ]),
    )
    .orderBy('block.position')
    .execute()
  const withoutMark = (row: (typeof rows)[number]) => {
    const { is_followed: _, ...block } = row
    return block
  }
  return { rows: rows.map(withoutMark), isLast: rows.at(-1)?.is_followed !== true }
}

/** A block with its marks, as it is presented to readers. */
export type BlockRow = Awaited<ReturnType<typeof findBatch>>['rows'][number]

const WHOLE: BlockRange = { after: null, until: null }

/**
 * Yields blocks in reading order, batch by batch, and reads the next batch while the current one is processed. The first
 * batch has at most `first` blocks. Consistent within a snapshot.
 */
export async function* blockBatches(
  db: Db | Trx,
  transcriptId: number,
  filter: BlockFilter = 'all',
  { after: start, until, first = BATCH_BLOCKS }: BlockRange & { first?: number } = WHOLE,
): AsyncGenerator<BlockRow[]> {
  const read = (after: string | null, limit = BATCH_BLOCKS) =>
    findBatch(db, { transcriptId, filter, after, until, limit })
  let batch = await read(start, first)
  while (batch.rows.length > 0) {
    const next = batch.isLast ? null : read((batch.rows.at(-1) as BlockRow).position)
    // A consumer that stops early leaves this promise unawaited; it must not raise an unhandled rejection.
    next?.catch(() => {})
    yield batch.rows
    if (!next) return
    batch = await next
  }
}

function toStoredBlock({ marks, terms, ...row }: BlockRow): StoredBlock {
  return {
    ...row,
    terms: terms as Term[],
    tags: toTags(marks, row.content),
  }
}

/** Blocks of a transcript in reading order. Read in batches, so that other requests are handled in between. */
export async function findStoredBlocks(
  db: Db | Trx,
  transcriptId: number,
  filter: BlockFilter,
): Promise<StoredBlock[]> {
  const found: StoredBlock[] = []
  for (const part of await partsOf(db, transcriptId, filter))
    for await (const rows of blockBatches(db, transcriptId, part))
      for (const row of rows) found.push(toStoredBlock(row))
  return found
}

/** Divides a long list of uuids, because a list is sent again with each batch. */
async function partsOf(db: Db | Trx, transcriptId: number, filter: BlockFilter): Promise<BlockFilter[]> {
  if (filter === 'all' || !('uuids' in filter) || filter.uuids.length <= BATCH_BLOCKS) return [filter]
  const { rows } = await sql<{ ids: number[] | null }>`
    select json_agg(id order by position) as ids from blocks
    where transcript_id = ${transcriptId} and uuid = any(${filter.uuids}::uuid[])
  `.execute(db)
  return textBatches(rows[0]?.ids ?? [], () => 0).map((ids) => ({ ids }))
}

interface Put {
  before: StoredBlock
  after: EditableBlock
}

function columnsOf(block: EditableBlock) {
  const { tags: _, ...columns } = block
  return columns
}

const shape = sql.raw(`start_time double precision, end_time double precision, content text, sentiment double precision,
  is_sentiment_manual boolean, section_name text, is_break boolean, speaker_id integer, terms jsonb`)

export async function deleteBlocks(trx: Trx, blocks: readonly StoredBlock[]): Promise<void> {
  if (blocks.length === 0) return
  await sql`delete from blocks where id = any(${blocks.map(({ id }) => id)}::integer[])`.execute(trx)
}

/** The last statements are sent together in a pipelined transaction. */
export async function updateBlocks(trx: Trx, puts: readonly Put[], revision: number): Promise<void> {
  const update = (batch: readonly Put[]) => {
    const rows = batch.map(({ before, after }) => ({
      ...columnsOf(after),
      id: before.id,
      // Words are by far the largest column. A change of speaker or section keeps them, so they are not written again.
      ...(after.terms === before.terms && { terms: null }),
    }))
    return sql`
      update blocks set start_time = new.start_time, end_time = new.end_time, content = new.content,
        sentiment = new.sentiment, is_sentiment_manual = coalesce(new.is_sentiment_manual, false), section_name = new.section_name, is_break = new.is_break,
        speaker_id = new.speaker_id, terms = coalesce(nullif(new.terms, 'null'), blocks.terms), revision = ${revision}
      from jsonb_to_recordset(${jsonb(rows)}) as new (id integer, ${shape})
      where blocks.id = new.id
    `.execute(trx)
  }
  const batches = textBatches(puts, ({ after }) => after.content.length)
  const last = batches.pop()
  for (const batch of batches) await update(batch)
  const reworded = puts.filter(({ before, after }) => after.terms !== before.terms)
  await Promise.all([
    last && update(last),
    reworded.length > 0 && saveKeywords(trx, { ids: reworded.map(({ before }) => before.id) }),
  ])
}

/** Returns the ids of the new rows by uuid. */
export async function insertBlocks(
  trx: Trx,
  transcriptId: number,
  inserts: readonly PositionedBlock[],
  revision: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of textBatches(inserts, ({ block }) => block.content.length)) {
    const made = batch.map(({ block, position }) => ({ ...columnsOf(block), position }))
    const { rows } = await sql<{ id: number; uuid: string }>`
      insert into blocks (transcript_id, uuid, position, revision, start_time, end_time, content, sentiment,
        is_sentiment_manual, section_name, is_break, speaker_id, terms)
      select ${transcriptId}, uuid, position::numeric, ${revision}, start_time, end_time, content, sentiment,
        coalesce(is_sentiment_manual, false), section_name, is_break, speaker_id, terms
      from jsonb_to_recordset(${jsonb(made)}) as new (uuid uuid, position text, ${shape})
      returning id, uuid
    `.execute(trx)
    for (const { id, uuid } of rows) ids.set(uuid, id)
  }
  if (ids.size > 0) await saveKeywords(trx, { ids: [...ids.values()] })
  return ids
}

interface Marked {
  puts: readonly Put[]
  inserts: readonly PositionedBlock[]
  insertedIds: ReadonlyMap<string, number>
}

/** Replaces the marks of blocks by those of their new versions. */
export async function replaceMarks(
  trx: Trx,
  transcriptId: number,
  { puts, inserts, insertedIds }: Marked,
): Promise<void> {
  const changed = puts.filter(({ before, after }) => !sameList(before.tags, after.tags, sameTag))
  if (changed.length > 0) {
    const ids = changed.map(({ before }) => before.id)
    await sql`delete from block_tags where block_id = any(${ids}::integer[])`.execute(trx)
  }
  const blocks = [
    ...changed.map(({ before, after }) => ({ id: before.id, tags: after.tags })),
    ...inserts.map(({ block }) => ({ id: insertedIds.get(block.uuid) as number, tags: block.tags })),
  ]
  const marks = blocks.flatMap(({ id, tags }) =>
    tags.map(({ tag_id, tag_uuid, offset, text }) => ({
      block_id: id,
      tag_id,
      tag_uuid,
      start_offset: offset,
      length: text.length,
    })),
  )
  if (marks.length === 0) return
  await sql`
    insert into block_tags (transcript_id, block_id, tag_id, tag_uuid, start_offset, length)
    select ${transcriptId}, block_id, tag_id, tag_uuid, start_offset, length
    from jsonb_to_recordset(${jsonb(marks)})
      as new (block_id integer, tag_id integer, tag_uuid text, start_offset integer, length integer)
  `.execute(trx)
}
