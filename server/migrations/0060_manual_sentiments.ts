import { type Kysely, sql } from 'kysely'

/** Sentiments that a person chose, which an analysis does not replace, and their entries in the journal. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table blocks add column is_sentiment_manual boolean not null default false;

    alter table transcript_revisions drop constraint transcript_revisions_kind_check;
    alter table transcript_revisions add constraint transcript_revisions_kind_check
      check (kind in ('edit', 'speaker', 'section', 'tag', 'merge', 'restore', 'import', 'analysis', 'sentiment'));
  `.execute(db)
}
