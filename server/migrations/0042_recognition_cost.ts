import { type Kysely, sql } from 'kysely'

/** The latest chunks of an engine, from which the time of a recognition is estimated: without it every chunk is read. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index speech_chunks_cost on speech_chunks (engine, finished_at)
    include (seconds_spent, start_time, end_time) where status = 'recognised'
  `.execute(db)
}
