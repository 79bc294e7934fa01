import { type Kysely, sql } from 'kysely'

/**
 * The home lists the last recordings of a workspace and what others gave to its reader. Earlier roles get their giver
 * from the notification about them, or from the accepted invitation.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index files_recent on files (workspace_id, last_updated_at desc, id desc);

    create index files_creator on files (created_by);
    create index files_sample on files (workspace_id) where engine = 'reference';

    alter table item_roles add column given_by integer references users on delete set null;
    comment on column item_roles.given_by is 'who gave the role; null where nobody is known';
    create index item_roles_giver on item_roles (given_by) where given_by is not null;
    update item_roles set given_by = coalesce(
      (select notice.actor_id from notifications notice
        where notice.user_id = item_roles.user_id and notice.item_id = item_roles.item_id
          and notice.type = 'project-invited' order by notice.id desc limit 1),
      (select invitation.invited_by from invitations invitation
        where invitation.accepted_by = item_roles.user_id and invitation.item_id = item_roles.item_id
        order by invitation.accepted_at desc limit 1))
      where role_id is not null;
  `.execute(db)
}
