import { type Kysely, sql } from 'kysely'

/** The number of blocks of a transcript: counting them read all blocks of the 50 files of a folder's page. */
export async function up(db: Kysely<unknown>) {
  // The blocks are counted before the table is locked, because that takes long in a large installation.
  await sql`
    create temporary table counted on commit drop as
    select transcript_id, count(*)::integer as blocks from blocks group by transcript_id
  `.execute(db)
  await sql`alter table transcripts add column block_count integer not null default 0`.execute(db)
  await sql`comment on column transcripts.block_count is 'Number of blocks'`.execute(db)
  await sql`
    update transcripts set block_count = counted.blocks from counted where counted.transcript_id = transcripts.id
  `.execute(db)
}
