import { type Kysely, sql } from 'kysely'

/** For lists: a collation with natural order (2 before 10, kana before kanji), and indexes for paging. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create collation natural_order (provider = icu, locale = 'ja-u-kn-true');

    drop index items_parent;
    create index items_parent on items (parent_id, is_project);
    drop index files_project;
    create index files_project on files (project_id, last_updated_at, id);
    create index files_title on files (project_id, (title collate natural_order), id);
    create index files_size on files (project_id, (original_size + derived_size), id);
    drop index blocks_speaker;
    create index blocks_speaker on blocks (speaker_id, transcript_id);
  `.execute(db)
}
