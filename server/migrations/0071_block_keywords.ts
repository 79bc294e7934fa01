import { type Kysely, sql } from 'kysely'

/**
 * The different keywords of each block with their numbers, so that a report over many blocks does not read the JSON of
 * all words. Written in the transaction that writes the words.
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
    insert into block_keywords_backlog select min(id), max(id) from blocks having count(*) > 0;
  `.execute(db)
}
