import { type Kysely, sql } from 'kysely'

/** How far the run of a file was when its end was last estimated, so that its progress never decreases. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table files add column progress_share double precision not null default 0, add column progress_at timestamptz
  `.execute(db)
  await sql`comment on column files.progress_share is 'share of the run that was done at progress_at'`.execute(db)
  await sql`comment on column files.progress_at is 'when the end was last estimated; null before the first estimate'`.execute(
    db,
  )
}
