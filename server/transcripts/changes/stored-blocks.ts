// Blocks as stored: the fields that people edit, and id, revision and position of the row.
import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** `position` is a decimal. Blocks are ordered by it, and there is room between any two. */
export type StoredBlock = EditableBlock & { id: number; revision: number; position: string }

/** A tagged passage as stored; offsets and lengths in UTF-16 code units. */
export type Mark = { tag_id: number; tag_uuid: string; start_offset: number; length: number }

/** Tags with the text of their passages. Marks of deleted tags are not selected. */
export const toTags = (marks: readonly Mark[], content: string): TagUsage[] =>
  marks.map(({ tag_id, tag_uuid, start_offset, length }) => ({
    tag_id,
    text: content.slice(start_offset, start_offset + length),
    offset: start_offset,
    tag_uuid,
  }))

/** The marks of the table `block` in the query, as JSON in the order of the text. */
export const marksOf = (block: string) => sql<Mark[]>`coalesce((
  select json_agg(json_build_object('tag_id', mark.tag_id, 'tag_uuid', mark.tag_uuid,
    'start_offset', mark.start_offset, 'length', mark.length) order by mark.start_offset, mark.tag_id, mark.tag_uuid)
  from block_tags mark join tags on tags.id = mark.tag_id and tags.deleted_at is null
  where mark.block_id = ${sql.ref(block)}.id), '[]')`

/** Columns of a block without its marks. */
export const blockColumns = [
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

type Which = { uuids: readonly string[] } | { speakerId: number | null } | 'all'

/** Blocks of a transcript in reading order. */
export const findStoredBlocks = async (db: Db | Trx, transcriptId: number, which: Which): Promise<StoredBlock[]> => {
  const rows = await db
    .selectFrom('blocks')
    .select(blockColumns)
    .select(['revision', sql<string>`position::text`.as('position'), marksOf('blocks').as('marks')])
    .where('transcript_id', '=', transcriptId)
    .$call((query) => {
      if (which === 'all') return query
      if ('uuids' in which) return query.where('uuid', '=', sql<string>`any(${which.uuids}::uuid[])`)
      return which.speakerId === null
        ? query.where('speaker_id', 'is', null)
        : query.where('speaker_id', '=', which.speakerId)
    })
    .orderBy('blocks.position')
    .execute()
  return rows.map(({ marks, terms, ...row }) => ({
    ...row,
    terms: terms as Term[],
    tags: toTags(marks, row.content),
  }))
}
