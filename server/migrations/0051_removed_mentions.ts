import { type Kysely, sql } from 'kysely'

/** A mention that an edit removed is kept, so that its person is not notified again when it returns. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table comment_mentions add column removed_at timestamptz;
    comment on column comment_mentions.removed_at is 'when an edit removed the mention from the text; null while it stands there';
  `.execute(db)
}
