// Reads the rows of a report in batches, for the CSV. Each statement checks the rights on the files again.
import { type KeywordOption, unitOf } from '@kaiwa/contract/report-pairs.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { EDITING_ROLES } from '../../tree/policy.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import type { Report } from '../report.ts'
import { files, occurrencesWithRights } from './occurrences.ts'

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

/** A block with its words or passages in reading order, if they are the rows of the report; `terms` for passages. */
export type ExportBlock = readonly [
  start_time: number,
  end_time: number,
  speaker_id: number | null,
  sentiment: number,
  revision: number,
  content: string,
  items?: readonly (ExportWord | ExportMark)[],
  terms?: Term[],
]

/** The blocks of a file, as the JSON of `ExportBlock[]`. */
export interface FileBlocks {
  file_id: number
  json: string
}

const unitValues = {
  block: sql``,
  word: sql`, json_agg(json_build_array(word.base, word.type, word.text, word.start_time) order by word."offset")`,
  passage: sql`, json_agg(json_build_array(mark.tag_id, mark.start_offset, mark.length) order by mark.start_offset, mark.tag_uuid),
    block.terms`,
}

/**
 * The blocks of these files, or some of them, in the order of the report. Each file is one JSON value, which takes a third
 * of the time of one row per block. It is left as text: the caller parses one file at a time, so that the others are not
 * objects that survive a garbage collection. Files that the actor may not edit are left out.
 */
export async function findExportBlocks(
  db: Db | Trx,
  actor: Actor,
  report: Report,
  among: Required<Pick<Report, 'itemIds'>> & Pick<Report, 'blockIds'>,
): Promise<FileBlocks[]> {
  const unit = unitOf(report.pair)
  const { rows } = await sql<FileBlocks>`
    select file_id, json_agg(block order by position)::text as json
    from (
      select file.id as file_id, block.position, json_build_array(block.start_time, block.end_time, block.speaker_id,
        block.sentiment, block.revision, block.content${unitValues[unit]}) as block
      from ${occurrencesWithRights(db, actor, { ...report, ...among })} and ${isEditable}
      ${unit === 'block' ? sql`` : sql`group by file.id, block.id`}
    ) found
    group by file_id order by file_id desc
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

/** When the revisions of these transcripts were saved. */
export async function findRevisionTimes(db: Db | Trx, transcriptIds: readonly number[]) {
  const { rows } = await sql<{ transcript_id: number; revision: number; edited_at: Date }>`
    select transcript_id, revision, edited_at from transcript_revisions
    where transcript_id = any(${[...transcriptIds]}::integer[])
  `.execute(db)
  return rows
}
