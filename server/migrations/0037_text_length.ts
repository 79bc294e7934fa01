import { type Kysely, sql } from 'kysely'

/**
 * The length of all texts of a transcript, so that its size is known without reading its blocks. In UTF-16 code units:
 * PostgreSQL counts a character beyond the basic plane once, UTF-16 twice.
 */
export const up = async (db: Kysely<unknown>) => {
  await sql`alter table transcripts add column text_length integer not null default 0`.execute(db)
  await sql`comment on column transcripts.text_length is 'UTF-16 code units of the content of all blocks'`.execute(db)
  await sql`
    update transcripts set text_length = written.length
    from (
      select transcript_id,
        sum(char_length(content) + regexp_count(content, '[\\U00010000-\\U0010ffff]'))::integer as length
      from blocks group by transcript_id
    ) written
    where written.transcript_id = transcripts.id
  `.execute(db)
}
