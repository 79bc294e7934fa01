// Reads the rows of a report in batches, for the CSV. Each statement checks the rights on the files again.
import { type KeywordOption, unitOf } from '@kaiwa/contract/report-pairs.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { EDITING_ROLES } from '../../tree/policy.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import type { Report } from '../report.ts'
import { files, occurrencesOfEach, occurrencesWithRights } from './occurrences.ts'

const isEditable = sql`item.role = any(${[...EDITING_ROLES]}::integer[])`

export interface ExportFile {
  id: number
  item_id: number
  title: string
  transcript_id: number
  created_at: Date
  text_length: number
}

/** The next files that the actor may edit, newest first; `below` is the id of the last one. */
export async function findExportFiles(
  db: Db | Trx,
  actor: Actor,
  report: Report,
  { below, limit }: { below: number | null; limit: number },
): Promise<ExportFile[]> {
  const { rows } = await sql<ExportFile>`
    select file.id, file.item_id, ${shownName(actor, 'file', 'title')} as title, transcript.id as transcript_id, transcript.created_at,
      transcript.text_length
    from ${files(db, actor, report)}
    where ${isEditable} and (${below}::integer is null or file.id < ${below})
    order by file.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** A word: dictionary form, part of speech, spoken form, time. */
export type ExportWord = readonly [base: string, type: KeywordOption, text: string, time: number]
/** A tagged passage: id of its tag, offset and length. */
export type ExportMark = readonly [tagId: number, offset: number, length: number]

/**
 * The blocks of a file in the order of the report, column by column: arrays as text, and JSON where `json` is named. They
 * are left as text, so that the caller parses one file at a time and the others are not objects that survive a garbage
 * collection.
 */
export interface FileBlocks {
  file_id: number
  starts: string
  ends: string
  speakers: string
  sentiments: string
  revisions: string
  content_json: string
  /** The words or passages of each block in reading order, if they are the rows of the report. */
  item_json: string | null
  /** The words of each block, for passages. */
  term_json: string | null
  /** Revisions of the transcript with the times at which they were saved. */
  save_json: string | null
}

const unitValues = {
  block: { columns: sql``, aggregates: sql`null as item_json, null as term_json` },
  word: {
    columns: sql`, json_agg(json_build_array(word.base, word.type, word.text, word.start_time) order by word."offset") as items`,
    aggregates: sql`json_agg(items order by position)::text as item_json, null as term_json`,
  },
  passage: {
    columns: sql`, block.terms, json_agg(json_build_array(mark.tag_id, mark.start_offset, mark.length)
      order by mark.start_offset, mark.tag_uuid) as items`,
    aggregates: sql`json_agg(items order by position)::text as item_json,
      json_agg(terms order by position)::text as term_json`,
  },
}

/**
 * The blocks of these files, or some of them. Each file is one row, and each column one value: PostgreSQL and the driver
 * need a third of the time of one row per block. A file's blocks are read by its own scan of the index, which is in their
 * order. Files that the actor may not edit are left out.
 */
export async function findExportBlocks(
  db: Db | Trx,
  actor: Actor,
  report: Report,
  among: Required<Pick<Report, 'itemIds'>> & Pick<Report, 'blockIds'>,
): Promise<FileBlocks[]> {
  const unit = unitOf(report.pair)
  const { columns, aggregates } = unitValues[unit]
  const some = { ...report, ...among }
  const list = (column: string) => sql`array_agg(${sql.ref(column)} order by position)::text`
  const { rows } = await sql<FileBlocks>`
    select file.id as file_id, found.*, (
      select json_agg(json_build_array(saved.revision, saved.edited_at))::text from transcript_revisions saved
      where saved.transcript_id = transcript.id) as save_json
    from ${files(db, actor, some)} cross join lateral (
      select ${list('start_time')} as starts, ${list('end_time')} as ends, ${list('speaker_id')} as speakers,
        ${list('sentiment')} as sentiments, ${list('revision')} as revisions,
        json_agg(content order by position)::text as content_json, ${aggregates}
      from (
        select block.position, block.start_time, block.end_time, block.speaker_id, block.sentiment, block.revision,
          block.content${columns}
        from ${occurrencesOfEach(actor, some)} ${unit === 'block' ? sql`` : sql`group by block.id`}
      ) block
    ) found
    where ${isEditable} and found.content_json is not null
    order by file.id desc
  `.execute(db)
  return rows
}

/** The blocks of one long file in the order of the report, with the bytes of their texts, which are not read. */
export async function findBlockSizes(db: Db | Trx, actor: Actor, report: Report, itemId: number) {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select block.id, octet_length(block.content) as bytes
    from ${occurrencesWithRights(db, actor, { ...report, itemIds: [itemId] })} and ${isEditable}
    group by block.id order by block.position
  `.execute(db)
  return rows
}
