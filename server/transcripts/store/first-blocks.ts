import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** About two screens of a desktop. */
const BLOCKS = 30
/** Code points of a block; a block may be as long as a book. */
const MAX_TEXT = 2_000

export interface FirstBlock {
  start_time: number
  content: string
  section_name: string | null
  is_break: boolean
  speaker_id: number | null
}

/** The first blocks of a transcript in reading order, with the beginnings of long texts. */
export function findFirstBlocks(db: Db, transcriptId: number): Promise<FirstBlock[]> {
  return db
    .selectFrom('blocks')
    .select(['start_time', 'section_name', 'is_break', 'speaker_id'])
    .select(sql<string>`left(content, ${MAX_TEXT})`.as('content'))
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .limit(BLOCKS)
    .execute()
}
