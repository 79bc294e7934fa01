import { type Kysely, sql } from 'kysely'

/**
 * The text of each block in normal form, for search. packages/language computes it in the transaction that writes the
 * block. It is in a separate narrow table, so that neither a search nor its index reads words and their times.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table block_texts (
      block_id integer primary key references blocks on delete cascade,
      transcript_id integer not null,
      position numeric not null,
      normal text collate "C" not null
    );
    create index block_texts_transcript on block_texts (transcript_id, position);

    -- The single characters and pairs of characters of a text, like grams() of packages/language, but with repetitions;
    -- the index stores each once.
    create function block_grams(normal text) returns text[]
    language sql immutable strict parallel safe return (
      select chars || array(select a || b from unnest(chars, chars[2:]) as pair (a, b) where b is not null)
      from (select string_to_array(normal, null) as chars) as split
    );
    -- New grams are added to a pending list that every search scans, so the list is kept short.
    create index block_texts_grams on block_texts using gin (block_grams(normal)) with (gin_pending_list_limit = 512);

    -- Blocks from before this migration: ids from next_id to last_id have no text yet. Deleted when they all have one.
    create table block_texts_backlog (
      next_id integer not null,
      last_id integer not null
    );
    insert into block_texts_backlog select min(id), max(id) from blocks having count(*) > 0;
  `.execute(db)
}
