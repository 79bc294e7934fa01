// Measures the speed of recognition from speech chunks: the cost of an engine, and the number of waiting files.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Whether this engine recognised a chunk of any recording in the last ten minutes. */
export async function hasRecognisedLately(db: Db, engine: string): Promise<boolean> {
  const row = await db
    .selectFrom('speech_chunks')
    .select('id')
    .where('status', '=', 'recognised')
    .where('engine', '=', engine)
    .where('finished_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Seconds of computing per second of speech, over the latest chunks of the engine that recognised this file, or of
 * `engine` if none has yet; 0 while nothing was measured.
 */
export async function recognitionCost(db: Db | Trx, fileId: number, engine: string | null): Promise<number> {
  const latest = db
    .selectFrom('speech_chunks')
    .select(['seconds_spent', sql<number>`end_time - start_time`.as('seconds')])
    .where('status', '=', 'recognised')
    .where(
      'engine',
      '=',
      sql<string>`coalesce((select max(engine) from speech_chunks own
        where own.file_id = ${fileId} and own.status = 'recognised'), ${engine})`,
    )
    .orderBy('finished_at', 'desc')
    .limit(100)
    .as('latest')
  const row = await db
    .selectFrom(latest)
    .select(sql<number>`coalesce(sum(seconds_spent) / nullif(sum(seconds), 0), 0)`.as('cost'))
    .executeTakeFirstOrThrow()
  return row.cost
}

/** Number of files in processing that have waiting chunks. */
export async function filesWaiting(db: Db | Trx): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'processing')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('speech_chunks')
          .select('id')
          .whereRef('file_id', '=', 'files.id')
          .where('speech_chunks.status', '=', 'waiting'),
      ),
    )
    .executeTakeFirstOrThrow()
  return row.count
}
