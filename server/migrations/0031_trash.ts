import { type Kysely, sql } from 'kysely'

/**
 * Deleted items are kept for thirty days. They are moved out of their workspace's tree into a tree of their own. Its
 * top item is in `trash`, and `trash_id` of every item in it refers to that, so that queries below a folder do not find
 * them. The former location is stored without a foreign key, because that folder may be deleted first.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table trash (
      item_id integer primary key references items on delete cascade,
      workspace_id integer not null references workspaces on delete cascade,
      -- Its former folder, and the names of all folders from the root to it.
      parent_id integer not null,
      place text[] not null,
      deleted_by integer references users on delete set null,
      deleted_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index trash_workspace on trash (workspace_id, deleted_at);
    create index trash_expiry on trash (expires_at);

    -- Deferred to the commit: a subtree is deleted level by level, and the row in trash with its top item.
    alter table items add column trash_id integer references trash deferrable initially deferred;
    create index items_trash on items (trash_id) where trash_id is not null;
    drop index items_root;
    create unique index items_root on items (workspace_id) where parent_id is null and trash_id is null;
  `.execute(db)
}
