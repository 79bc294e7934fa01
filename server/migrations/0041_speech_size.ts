import { type Kysely, sql } from 'kysely'

/** The sound of the chunks counts as storage while it exists, which is until the run of its file has ended. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table files add column speech_size bigint not null default 0`.execute(db)
  await sql`comment on column files.speech_size is 'bytes of the sound of its chunks; 0 unless it is in processing'`.execute(
    db,
  )
}
