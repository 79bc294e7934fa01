import { type Kysely, sql } from 'kysely'

/** Owners of closed workspaces who belong to no other workspace, so that the console lists and counts them by an index. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table closed_owners (user_id integer primary key references users (id) on delete cascade);
    comment on table closed_owners is 'Owners of closed workspaces who belong to no workspace. Written by triggers of workspaces and workspace_members.';

    create function update_closed_owner(of_user integer) returns void language plpgsql as $$
    begin
      -- Almost everybody has no closed workspace.
      if exists (select from workspaces where owner_id = of_user and status = 'closed')
        and not exists (select from workspace_members where user_id = of_user) then
        insert into closed_owners values (of_user) on conflict do nothing;
      else
        delete from closed_owners where user_id = of_user;
      end if;
    end $$;

    create function update_closed_owners() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'workspaces' then
        if tg_op <> 'DELETE' then perform update_closed_owner(new.owner_id); end if;
        if tg_op <> 'INSERT' then perform update_closed_owner(old.owner_id); end if;
      else
        if tg_op <> 'DELETE' then perform update_closed_owner(new.user_id); end if;
        if tg_op <> 'INSERT' then perform update_closed_owner(old.user_id); end if;
      end if;
      return null;
    end $$;
    create trigger workspaces_closed_owners after insert or delete or update of status, owner_id on workspaces
      for each row execute function update_closed_owners();
    create trigger workspace_members_closed_owners after insert or delete or update of user_id on workspace_members
      for each row execute function update_closed_owners();

    insert into closed_owners select distinct owner_id from workspaces where status = 'closed'
      and not exists (select from workspace_members m where m.user_id = owner_id);
  `.execute(db)
}
