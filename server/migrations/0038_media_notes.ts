import { type Kysely, sql } from 'kysely'

/** A note about the recording itself. It outlives a retry, which does not read the recording again. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table files add column media_note jsonb`.execute(db)
  await sql`comment on column files.media_note is 'what is missing in the recording, or which of its sound tracks is used'`.execute(
    db,
  )
}
