import { type Kysely, sql } from 'kysely'

/**
 * Speech analysis is finished before the playback files: stores its progress, and whether the playback files are still
 * to be made.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table files
      add column media_heard double precision not null default 0,
      add column is_preparing boolean not null default false
  `.execute(db)
  await sql`comment on column files.media_heard is 'seconds of the recording whose speech is found'`.execute(db)
  await sql`comment on column files.is_preparing is 'has ended; what its player needs is being made'`.execute(db)
  await sql`create index files_preparing on files (id) where is_preparing`.execute(db)
}
