import { type Kysely, sql } from 'kysely'

/** Position and speed of the media pass, for an accurate estimate before any chunk is recognised. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table files
      add column media_read double precision not null default 0,
      add column media_speed double precision not null default 0;
    comment on column files.media_read is 'seconds of the recording';
    comment on column files.media_speed is 'seconds of the recording read in a second';
  `.execute(db)
}
