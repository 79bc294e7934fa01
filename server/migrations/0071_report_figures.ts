import { type Kysely, sql } from 'kysely'

/**
 * What reports count. The different keywords of each block with their numbers, so that a report over many blocks does not
 * read the JSON of all words; written in the transaction that writes the words. And an index with the figures of blocks
 * by speaker, so that blocks, which are large because of their words, are not read.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table block_keywords (
      block_id integer primary key references blocks on delete cascade,
      -- Type and dictionary form in lower case, as '3:会議', in binary order; keys of one type are adjacent.
      keys text[] collate "C" not null,
      -- For each key: how many times the block contains it.
      counts integer[] not null,
      -- For each key: its spelling. Null if every spelling is that of the key.
      shown text[],
      -- Sum of counts.
      total integer not null
    );

    -- Blocks from before this migration: ids from next_id to last_id have no row yet. Deleted when they all have one.
    create table block_keywords_backlog (
      next_id integer not null,
      last_id integer not null
    );
    -- Waits for transactions that write blocks, and keeps others waiting until the commit: no block is missing below.
    create index blocks_transcript_figures on blocks (transcript_id, speaker_id)
      include (id, sentiment, start_time, end_time);
    insert into block_keywords_backlog select min(id), max(id) from blocks having min(id) is not null;
    drop index blocks_transcript_speaker;
  `.execute(db)
}
