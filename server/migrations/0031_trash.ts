import { type Kysely, sql } from 'kysely'

/**
 * What was deleted is kept for thirty days. It stands outside its workspace's tree, as a tree of its own whose top is in
 * `trash` and whose every item says so in `trash_id`: whatever looks below a folder does not meet it. Where it stood is
 * remembered, not referred to: that place may go before it.
 */
export const up = async (db: Kysely<unknown>) => {
  await sql`
    create table trash (
      item_id integer primary key references items on delete cascade,
      workspace_id integer not null references workspaces on delete cascade,
      -- The folder in which it stood, and the names of all folders from the root to it.
      parent_id integer not null,
      place text[] not null,
      deleted_by integer references users on delete set null,
      deleted_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index trash_workspace on trash (workspace_id, deleted_at);
    create index trash_expiry on trash (expires_at);

    -- Judged at the end of a transaction: a subtree goes level by level, and its top's row in the trash with the first.
    alter table items add column trash_id integer references trash deferrable initially deferred;
    create index items_trash on items (trash_id) where trash_id is not null;
    drop index items_root;
    create unique index items_root on items (workspace_id) where parent_id is null and trash_id is null;
  `.execute(db)
}
