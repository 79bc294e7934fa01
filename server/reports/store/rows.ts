// The rows of a report, one page at a time.
import { type KeywordOption, unitOf } from '@kaiwa/contract/report-pairs.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import type { Report } from '../report.ts'
import { occurrenceNumbers, occurrences, type ReadableTranscripts } from './occurrences.ts'

const plannedEachTime = sql.raw(PLAN_EACH_TIME)

/** An occurrence without the text of its block. `word_…` and `mark_…` are null for other units. */
export interface OccurrenceRow {
  block_id: number
  uuid: string
  start_time: number
  sentiment: number
  /** Size of the block's text in bytes. */
  bytes: number
  file_id: number
  project_id: number
  title: string
  updated_at: Date
  speaker_id: number | null
  speaker_name: string | null
  avatar: string | null
  word_base: string | null
  word_type: KeywordOption | null
  word_text: string | null
  word_offset: number | null
  word_time: number | null
  tag_id: number | null
  tag_name: string | null
  appearance: string | null
  mark_offset: number | null
  mark_length: number | null
}

/** Columns of an occurrence that depend on its unit, and the order within a file. */
const unitColumns = {
  block: { select: sql`0 as place, '' as mark_uuid`, order: sql`block.position` },
  word: {
    select: sql`word.base as word_base, word.type as word_type, word.text as word_text, word."offset" as place,
      word.start_time as word_time, '' as mark_uuid`,
    order: sql`block.position, place`,
  },
  passage: {
    select: sql`mark.tag_id, mark.start_offset as place, mark.length as mark_length, mark.tag_uuid as mark_uuid`,
    order: sql`block.position, place, mark_uuid`,
  },
}

/** The columns of `OccurrenceRow` that come from the unit, for rows of `page`. */
const unitResult = {
  block: sql`null as word_base, null as word_type, null as word_text, null as word_offset, null as word_time,
    null::integer as tag_id, null as mark_offset, null as mark_length`,
  word: sql`page.word_base, page.word_type, page.word_text, page.place as word_offset, page.word_time,
    null::integer as tag_id, null as mark_offset, null as mark_length`,
  passage: sql`null as word_base, null as word_type, null as word_text, null as word_offset, null as word_time,
    page.tag_id, page.place as mark_offset, page.mark_length`,
}

/** One page: newest file first, in reading order within a file. */
export async function findRows(
  trx: Trx,
  actor: Actor,
  report: Report,
  transcripts: ReadableTranscripts,
  { limit, offset }: { limit: number; offset: number },
): Promise<OccurrenceRow[]> {
  const unit = unitOf(report.pair)
  const tags = unit === 'passage' ? sql`left join tags on tags.id = page.tag_id` : sql``
  const tagColumns =
    unit === 'passage' ? sql`tags.name as tag_name, tags.appearance` : sql`null as tag_name, null as appearance`
  const { rows } = await sql<OccurrenceRow>`
    ${plannedEachTime} with page as materialized (
      select transcript.file_id, block.position, ${unitColumns[unit].select}, block.id as block_id, block.uuid,
        block.start_time, block.sentiment, octet_length(block.content) as bytes, block.speaker_id, block.revision,
        transcript.id as transcript_id, transcript.created_at
      from ${occurrences(actor, report, transcripts)}
      order by transcript.file_id desc, ${unitColumns[unit].order} limit ${limit} offset ${offset}
    )
    select page.block_id, page.uuid, page.start_time, page.sentiment, page.bytes, page.file_id, file.project_id,
      ${shownName(actor, 'file', 'title')} as title, coalesce(saved.edited_at, page.created_at) as updated_at,
      speaker.id as speaker_id, ${shownName(actor, 'speaker')} as speaker_name, speaker.avatar,
      ${unitResult[unit]}, ${tagColumns}
    from page
    join files file on file.id = page.file_id
    left join speakers speaker on speaker.id = page.speaker_id
    left join transcript_revisions saved on saved.transcript_id = page.transcript_id and saved.revision = page.revision
    ${tags}
    order by page.file_id desc, page.position, page.place, page.mark_uuid
  `.execute(trx)
  return rows
}

/** The number of all rows, and of those in files that the actor may edit. */
export async function countRows(
  trx: Trx,
  actor: Actor,
  report: Report,
  { ids, editableIds }: ReadableTranscripts,
): Promise<{ total: number; exportable: number }> {
  const { sum, from } = occurrenceNumbers(actor, report, { ids })
  const hasSome = editableIds.length > 0 && editableIds.length < ids.length
  const isEditable = hasSome ? sql`block.transcript_id = any(${[...editableIds]}::integer[])` : sql`false`
  const { rows } = await sql<{ total: number; exportable: number }>`
    ${plannedEachTime} select coalesce(${sum}, 0)::integer as total,
      coalesce(${sum} filter (where ${isEditable}), 0)::integer as exportable
    from ${from}
  `.execute(trx)
  const { total, exportable } = rows[0] ?? { total: 0, exportable: 0 }
  return { total, exportable: editableIds.length === ids.length ? total : exportable }
}

/** A tagged passage of a block. */
export interface MarkRow {
  block_id: number
  tag_id: number
  tag_uuid: string
  start_offset: number
  length: number
}

/** The passages of existing tags in these blocks, in reading order. */
export async function findMarks(trx: Trx, blockIds: readonly number[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select mark.block_id, mark.tag_id, mark.tag_uuid, mark.start_offset, mark.length
    from block_tags mark join tags on tags.id = mark.tag_id and tags.deleted_at is null
    where mark.block_id = any(${[...blockIds]}::integer[])
    order by mark.block_id, mark.start_offset, mark.tag_uuid
  `.execute(trx)
  return rows
}
