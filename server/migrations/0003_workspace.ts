import { type Kysely, sql } from 'kysely'

/**
 * A workspace is a tree of items. An item is a folder (called a project in the specification) or a file. `path`
 * contains the ids from the root, joined by underscore, so that a subtree is one index range.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table workspaces (
      id integer generated always as identity primary key,
      owner_id integer not null references users,
      status text not null default 'active' check (status in ('active', 'closed')),
      point integer not null default 0,
      created_at timestamptz not null default now()
    );

    create table workspace_members (
      user_id integer primary key references users on delete cascade,
      workspace_id integer not null references workspaces on delete cascade,
      role_id integer not null check (role_id in (3, 6, 7, 8)),
      created_at timestamptz not null default now()
    );
    create index workspace_members_workspace on workspace_members (workspace_id);
    create unique index workspace_members_owner on workspace_members (workspace_id) where role_id = 3;

    create table items (
      id integer generated always as identity primary key,
      workspace_id integer not null references workspaces on delete cascade,
      parent_id integer references items on delete cascade,
      path text collate "C" not null unique,
      depth integer not null check (depth >= 0),
      is_project boolean not null,
      creator_id integer references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((parent_id is null) = (depth = 0)),
      check (not is_project or depth <= 5)
    );
    create index items_parent on items (parent_id);
    create unique index items_root on items (workspace_id) where parent_id is null;

    create table projects (
      id integer generated always as identity primary key,
      item_id integer not null unique references items on delete cascade,
      workspace_id integer not null references workspaces on delete cascade,
      name text not null,
      last_updated_by integer references users on delete set null,
      last_updated_at timestamptz not null default now()
    );
    create index projects_workspace on projects (workspace_id);

    -- A role on an item is inherited by everything below it, unless an exclusion stops inheritance for that person.
    create table item_roles (
      item_id integer not null references items on delete cascade,
      user_id integer not null references users on delete cascade,
      role_id integer check (role_id in (3, 4, 5)),
      is_excluded boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (item_id, user_id),
      check (is_excluded = (role_id is null))
    );
    create index item_roles_user on item_roles (user_id);

    create table unread_items (
      user_id integer not null references users on delete cascade,
      item_id integer not null references items on delete cascade,
      primary key (user_id, item_id)
    );
  `.execute(db)
}
