import { type Kysely, sql } from 'kysely'

/**
 * A role on an item belongs to a member of the item's workspace: the database refuses any other and deletes the roles
 * together with the membership. Former addresses of an account are kept as hashes, so that a removal also finds the
 * invitations that were sent to them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from item_roles using items
    where items.id = item_roles.item_id and not exists (
      select from workspace_members member
      where member.workspace_id = items.workspace_id and member.user_id = item_roles.user_id);

    alter table item_roles add column workspace_id integer;
    update item_roles set workspace_id = items.workspace_id from items where items.id = item_roles.item_id;
    alter table item_roles alter column workspace_id set not null;

    alter table workspace_members add constraint workspace_members_person unique (workspace_id, user_id);
    drop index workspace_members_workspace;
    alter table item_roles add constraint item_roles_member
      foreign key (workspace_id, user_id) references workspace_members (workspace_id, user_id) on delete cascade;

    create table former_addresses (
      user_id integer not null references users on delete cascade,
      -- SHA-256 of the address in lower case.
      address_hash bytea not null,
      primary key (user_id, address_hash)
    );

    create index invitations_inviter on invitations (invited_by) where accepted_at is null;
  `.execute(db)
}
