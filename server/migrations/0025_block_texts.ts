import { type Kysely, sql } from 'kysely'

/**
 * The text of each block in normal form, for search. packages/language computes it in the transaction that writes the
 * block. It is in a separate narrow table, so that neither a search nor its index reads words and their times.
 */
export const up = async (db: Kysely<unknown>) => {
  await sql`
    create table block_texts (
      block_id integer primary key references blocks on delete cascade,
      transcript_id integer not null,
      position numeric not null,
      normal text collate "C" not null
    );
    create index block_texts_transcript on block_texts (transcript_id, position);

    -- The characters and pairs of characters of a text: what grams() of packages/language gives, repeated where the text
    -- repeats them; the index keeps each once.
    create function block_grams(normal text) returns text[]
    language sql immutable strict parallel safe return (
      select chars || array(select a || b from unnest(chars, chars[2:]) as pair (a, b) where b is not null)
      from (select string_to_array(normal, null) as chars) as split
    );
    -- A save leaves its grams on a list that every search reads to its end: it is kept short.
    create index block_texts_grams on block_texts using gin (block_grams(normal)) with (gin_pending_list_limit = 512);

    -- Blocks that were there before: ids from next_id to last_id have no text yet. The row goes when they have.
    create table block_texts_backlog (
      next_id integer not null,
      last_id integer not null
    );
    insert into block_texts_backlog select min(id), max(id) from blocks having count(*) > 0;
  `.execute(db)
}
