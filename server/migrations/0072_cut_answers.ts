import { type Kysely, sql } from 'kysely'

/** The note of an answer that reached the limit of tokens of its model. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table chat_messages drop constraint chat_messages_note_check;
    alter table chat_messages add constraint chat_messages_note_check
      check (note in ('no-model', 'no-consent', 'cut-off'));
  `.execute(db)
}
