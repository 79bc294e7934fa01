// The SQL of speech chunks. Times are in seconds of the recording, except inside `words`, `turns` and `voices`, which
// are relative to the chunk's start.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

export interface NewChunk {
  position: number
  start_time: number
  end_time: number
  storage_key: string
  envelope: number[][] | null
}

/** The chunk that an earlier pass cut at this position. */
export function findChunk(db: Db | Trx, fileId: number, position: number) {
  return db
    .selectFrom('speech_chunks')
    .select(['id', 'position', 'start_time', 'end_time', 'status', 'storage_key'])
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirst()
}

export function insertChunk(trx: Trx, fileId: number, chunk: NewChunk) {
  return trx
    .insertInto('speech_chunks')
    .values({ ...chunk, file_id: fileId, envelope: chunk.envelope && jsonb(chunk.envelope) })
    .returning(['id', 'position', 'status'])
    .executeTakeFirstOrThrow()
}

/** The sound of the chunk was stored again, by another run. */
export function saveChunkKey(trx: Trx, chunkId: number, key: string) {
  return trx.updateTable('speech_chunks').set({ storage_key: key }).where('id', '=', chunkId).execute()
}

/** Deletes the chunks from this position on. Their jobs find no row. */
export function deleteChunksFrom(trx: Trx, fileId: number, position: number) {
  return trx.deleteFrom('speech_chunks').where('file_id', '=', fileId).where('position', '>=', position).execute()
}

/** Whether the sound of a waiting chunk is not below `prefix`, where the current run stores it. */
export async function isSoundMissing(trx: Trx, fileId: number, prefix: string): Promise<boolean> {
  const row = await trx
    .selectFrom('speech_chunks')
    .select('id')
    .where('file_id', '=', fileId)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`not starts_with(storage_key, ${prefix})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** End of a waiting chunk in seconds of the recording; undefined if it is not waiting. */
export async function findEndOfChunk(trx: Trx, chunkId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('speech_chunks')
    .select('end_time')
    .where('id', '=', chunkId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return row?.end_time
}

/**
 * Returns the chunk if it is still waiting, and counts the attempt, so that a chunk that crashes its worker is
 * detected.
 */
export function claimChunk(db: Db | Trx, chunkId: number) {
  return db
    .updateTable('speech_chunks')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', chunkId)
    .where('status', '=', 'waiting')
    .returning(['id', 'position', 'start_time', 'end_time', 'storage_key', 'attempts'])
    .executeTakeFirst()
}

export interface Recognition {
  engine: string
  language: string | null
  words: unknown[]
  turns: unknown[] | null
  voices: unknown[] | null
  seconds_spent: number
  /** The words repeat themselves, also after a second decoding. */
  is_repeating: boolean
}

export async function saveRecognition(trx: Trx, chunkId: number, recognition: Recognition): Promise<boolean> {
  const saved = await trx
    .updateTable('speech_chunks')
    .set({
      status: 'recognised',
      engine: recognition.engine,
      language: recognition.language,
      words: jsonb(recognition.words),
      turns: recognition.turns && jsonb(recognition.turns),
      voices: recognition.voices && jsonb(recognition.voices),
      seconds_spent: recognition.seconds_spent,
      is_repeating: recognition.is_repeating,
      finished_at: sql`now()`,
    })
    .where('id', '=', chunkId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** `engine` is the one that failed, if it is known. */
export function failChunk(trx: Trx, chunkId: number, engine: string | null) {
  return trx
    .updateTable('speech_chunks')
    .set({ status: 'failed', engine, finished_at: sql`now()` })
    .where('id', '=', chunkId)
    .where('status', '=', 'waiting')
    .execute()
}

/**
 * Seconds of speech and numbers of chunks by status, and the time up to which no chunk exists yet. `speech_recognised`
 * counts chunks that were recognised at any time, also if they wait for another language now.
 */
export function chunkTotals(db: Db | Trx, fileId: number) {
  return db
    .selectFrom('speech_chunks')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '=', 'waiting').as('waiting'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'recognised').as('recognised'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'failed').as('failed'),
      sql<number>`coalesce(sum(end_time - start_time), 0)`.as('speech'),
      sql<number>`coalesce(sum(end_time - start_time) filter (where status = 'waiting'), 0)`.as('speech_waiting'),
      sql<number>`coalesce(sum(end_time - start_time) filter (where seconds_spent is not null), 0)`.as(
        'speech_recognised',
      ),
      sql<number>`coalesce(max(end_time), 0)`.as('read_until'),
    ])
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
}

/** The waiting chunks whose sound is below `prefix`, where the current run stores it. */
export function waitingChunks(trx: Trx, fileId: number, prefix: string) {
  return trx
    .selectFrom('speech_chunks')
    .select(['id', 'position'])
    .where('file_id', '=', fileId)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`starts_with(storage_key, ${prefix})`)
    .orderBy('position')
    .execute()
}

/** The first waiting chunks of the recording, in order. The sound of others was removed with the run that recognised them. */
export function firstWaitingChunks(db: Db, fileId: number, count: number) {
  return db
    .selectFrom('speech_chunks')
    .select(['position', 'storage_key'])
    .where('file_id', '=', fileId)
    .where('status', '=', 'waiting')
    .orderBy('position')
    .limit(count)
    .execute()
}

/**
 * Sets failed and repeating chunks back to waiting, or all of them if the recording is to be recognised in another language.
 * The attempts of waiting ones start again, too: an outage in one run is no reason to give up a chunk in the next.
 */
export function resetChunks(trx: Trx, fileId: number, which: 'failed' | 'all') {
  return trx
    .updateTable('speech_chunks')
    .set({
      status: 'waiting',
      attempts: 0,
      words: null,
      turns: null,
      voices: null,
      is_repeating: false,
      finished_at: null,
    })
    .where('file_id', '=', fileId)
    .$if(which === 'failed', (query) =>
      query.where((eb) => eb.or([eb('status', 'in', ['failed', 'waiting']), eb('is_repeating', '=', true)])),
    )
    .execute()
}
