import { type Kysely, sql } from 'kysely'

/**
 * The language that was detected in a recording whose language is `auto`, and whether the words of a chunk repeat
 * themselves.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table files add column spoken_language text check (spoken_language ~ '^[a-z]{2,3}$');
    alter table speech_chunks add column is_repeating boolean not null default false;
  `.execute(db)
  await sql`comment on column files.spoken_language is 'detected language of a file with language auto; und if none was found; null before'`.execute(
    db,
  )
  await sql`comment on column speech_chunks.is_repeating is 'the words repeat themselves, also after a second decoding'`.execute(
    db,
  )
}
