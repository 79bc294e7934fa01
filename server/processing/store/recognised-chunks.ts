// Reads the results of recognition from the speech chunks of a file. Times are in seconds of the recording, except inside
// `words`, `turns` and `voices`, which are relative to the chunk's start.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { ChunkText } from '../provisional/provisional-blocks.ts'
import type { RecognisedChunk } from '../recognised-chunk.ts'

/** The recognised chunks in recording order. */
export async function recognisedChunks(db: Db | Trx, fileId: number): Promise<RecognisedChunk[]> {
  const rows = await db
    .selectFrom('speech_chunks')
    .select([
      'position',
      'start_time',
      'end_time',
      'language',
      'engine',
      'words',
      'turns',
      'voices',
      'envelope',
      'is_repeating',
    ])
    .where('file_id', '=', fileId)
    .where('status', '=', 'recognised')
    .orderBy('position')
    .execute()
  return rows as unknown as RecognisedChunk[]
}

/** Times of the chunks that could not be recognised and the engines that failed, in recording order. */
export function failedChunks(db: Db, fileId: number) {
  return db
    .selectFrom('speech_chunks')
    .select(['start_time', 'end_time', 'engine'])
    .where('file_id', '=', fileId)
    .where('status', '=', 'failed')
    .orderBy('position')
    .execute()
}

/** A recognised chunk without its words. `finished_at` changes when the chunk is recognised again. */
export interface RecognisedState {
  id: number
  position: number
  finished_at: string
  language: string | null
}

/** States of the recognised chunks in recording order. */
export async function findRecognisedStates(db: Db, fileId: number): Promise<RecognisedState[]> {
  const { rows } = await sql<RecognisedState>`
    select id, position, finished_at::text, language
    from speech_chunks where file_id = ${fileId} and status = 'recognised' order by position
  `.execute(db)
  return rows
}

/** The words of these chunks, by chunk id. */
export async function findChunkTexts(db: Db, ids: readonly number[]): Promise<Map<number, ChunkText>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('speech_chunks')
    .select(['id', 'position', 'start_time', 'words'])
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()
  return new Map((rows as unknown as (ChunkText & { id: number })[]).map((row) => [row.id, row]))
}

/** The numbers of words of these chunks, by chunk id. */
export async function countWords(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select id, coalesce(jsonb_array_length(words), 0) as count from speech_chunks
    where id = any(${[...ids]}::integer[])
  `.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
