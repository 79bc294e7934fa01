import { type Kysely, sql } from 'kysely'

/**
 * Invitations by mail: to an item as editor or viewer, or, without an item, to the workspace. Members and invitations
 * draw their ids from one sequence, because both are rows of the member list. A person who was detached from an item
 * can be given a direct role on it; inherited roles remain excluded.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create sequence member_ids as integer;
    alter table workspace_members add column id integer not null unique default nextval('member_ids');
    alter sequence member_ids owned by workspace_members.id;

    create table invitations (
      id integer primary key default nextval('member_ids'),
      workspace_id integer not null references workspaces on delete cascade,
      item_id integer references items on delete cascade,
      email text not null,
      role_id integer not null,
      token_hash bytea not null unique,
      invited_by integer references users on delete set null,
      -- The user who registered with it; joins when their address is verified.
      claimed_by integer references users on delete set null,
      accepted_by integer references users on delete cascade,
      accepted_at timestamptz,
      created_at timestamptz not null default now(),
      check (case when item_id is null then role_id in (6, 7) else role_id in (4, 5) end),
      check ((accepted_by is null) = (accepted_at is null))
    );
    create unique index invitations_pending on invitations (workspace_id, coalesce(item_id, 0), lower(email))
      where accepted_at is null;
    create index invitations_item on invitations (item_id);
    create index invitations_claimed on invitations (claimed_by) where claimed_by is not null;

    alter table item_roles drop constraint item_roles_check;
    alter table item_roles add constraint item_roles_check check (is_excluded or role_id is not null);
  `.execute(db)
}
