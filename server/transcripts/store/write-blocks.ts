// Writes rows of blocks and their marks, many rows per statement, in batches that are limited by text (text-batches.ts).
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { sameList, sameTag } from '@kaiwa/transcript/editable-block.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { PositionedBlock, StoredBlock } from './blocks.ts'
import { textBatches } from './text-batches.ts'

type Put = { before: StoredBlock; after: EditableBlock }

const columnsOf = (block: EditableBlock) => {
  const { tags: _, ...columns } = block
  return columns
}

const shape = sql.raw(`start_time double precision, end_time double precision, content text, sentiment double precision,
  section_name text, is_break boolean, speaker_id integer, terms jsonb`)

export const deleteBlocks = async (trx: Trx, blocks: readonly StoredBlock[]): Promise<void> => {
  if (blocks.length === 0) return
  await sql`delete from blocks where id = any(${blocks.map(({ id }) => id)}::integer[])`.execute(trx)
}

export const updateBlocks = async (trx: Trx, puts: readonly Put[], revision: number): Promise<void> => {
  for (const batch of textBatches(puts, ({ after }) => after.content.length)) {
    const rows = batch.map(({ before, after }) => ({
      ...columnsOf(after),
      id: before.id,
      // Words are by far the largest column. A change of speaker or section keeps them, so they are not written again.
      ...(after.terms === before.terms && { terms: null }),
    }))
    await sql`
      update blocks set start_time = new.start_time, end_time = new.end_time, content = new.content,
        sentiment = new.sentiment, section_name = new.section_name, is_break = new.is_break,
        speaker_id = new.speaker_id, terms = coalesce(nullif(new.terms, 'null'), blocks.terms), revision = ${revision}
      from jsonb_to_recordset(${jsonb(rows)}) as new (id integer, ${shape})
      where blocks.id = new.id
    `.execute(trx)
  }
}

/** Returns the ids of the new rows by uuid. */
export const insertBlocks = async (
  trx: Trx,
  transcriptId: number,
  inserts: readonly PositionedBlock[],
  revision: number,
): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const batch of textBatches(inserts, ({ block }) => block.content.length)) {
    const made = batch.map(({ block, position }) => ({ ...columnsOf(block), position }))
    const { rows } = await sql<{ id: number; uuid: string }>`
      insert into blocks (transcript_id, uuid, position, revision, start_time, end_time, content, sentiment,
        section_name, is_break, speaker_id, terms)
      select ${transcriptId}, uuid, position::numeric, ${revision}, start_time, end_time, content, sentiment,
        section_name, is_break, speaker_id, terms
      from jsonb_to_recordset(${jsonb(made)}) as new (uuid uuid, position text, ${shape})
      returning id, uuid
    `.execute(trx)
    for (const { id, uuid } of rows) ids.set(uuid, id)
  }
  return ids
}

type Marked = { puts: readonly Put[]; inserts: readonly PositionedBlock[]; insertedIds: ReadonlyMap<string, number> }

/** Replaces the marks of blocks by those of their new versions. */
export const replaceMarks = async (
  trx: Trx,
  transcriptId: number,
  { puts, inserts, insertedIds }: Marked,
): Promise<void> => {
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
