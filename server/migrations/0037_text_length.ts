import { type Kysely, sql } from 'kysely'

/**
 * The length of all texts of a transcript, so that its size is known without reading its blocks. In UTF-16 code units:
 * PostgreSQL counts a character beyond the basic plane once, UTF-16 twice.
 */
export async function up(db: Kysely<unknown>) {
  // The blocks are read before the table is locked, because that takes long in a large installation.
  await sql`
    create temporary table written on commit drop as
    select transcript_id,
      sum(char_length(content) + case when octet_length(content) = char_length(content) then 0
        else regexp_count(content, '[\\U00010000-\\U0010ffff]') end)::integer as length
    from blocks group by transcript_id
  `.execute(db)
  await sql`alter table transcripts add column text_length integer not null default 0`.execute(db)
  await sql`comment on column transcripts.text_length is 'UTF-16 code units of the content of all blocks'`.execute(db)
  await sql`
    update transcripts set text_length = written.length from written where written.transcript_id = transcripts.id
  `.execute(db)
}
