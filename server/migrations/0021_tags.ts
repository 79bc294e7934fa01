import { type Kysely, sql } from 'kysely'

/**
 * Tags belong to the workspace, in categories. A deleted tag is kept as a row, because late saves and old versions
 * still refer to it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table tag_categories (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      name text not null,
      display_order integer not null,
      created_by integer references users on delete set null,
      deleted_at timestamptz
    );
    create index tag_categories_workspace on tag_categories (workspace_id) where deleted_at is null;

    create table tags (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      tag_category_id integer not null references tag_categories on delete cascade,
      name text not null,
      appearance text not null,
      display_order integer not null,
      created_by integer references users on delete set null,
      deleted_at timestamptz
    );
    create index tags_category on tags (tag_category_id, display_order) where deleted_at is null;
    create index tags_workspace on tags (workspace_id) where deleted_at is null;

    -- A tagged passage; its text is part of the block's text, from start_offset (UTF-16 code units).
    create table block_tags (
      block_id integer not null references blocks on delete cascade,
      tag_uuid text not null,
      transcript_id integer not null references transcripts on delete cascade,
      tag_id integer not null references tags on delete cascade,
      start_offset integer not null,
      length integer not null,
      primary key (block_id, tag_uuid)
    );
    create index block_tags_transcript on block_tags (transcript_id, tag_id);
    create index block_tags_tag on block_tags (tag_id);
  `.execute(db)
}
