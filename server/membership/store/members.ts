// The SQL of workspace members and of their usage.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { type NameReader, shownName } from '../../tree/store/shown-name.ts'

export interface MemberRow {
  id: number
  /** Null for an invitation. */
  user: (PersonRow & { email: string }) | null
  email: string
  role_id: number
  /** For a guest, the highest role on any item. */
  guest_role: number | null
  /** Also the place of an invitation to a folder or a file. */
  folders: { resource_id: number; name: string }[]
  file: { id: number; name: string } | null
}

/**
 * Selects members and pending invitations, each with the role by which it is listed and counted. An invitation to a folder
 * or a file makes a guest; while its item is in the trash, it is not listed.
 */
function people(workspaceId: number) {
  return sql`
  select m.id, m.user_id, u.email, null::integer as item_id, m.role_id, guest.role_id as guest_role,
    case when m.role_id = ${ROLE.guest} then coalesce(least(guest.role_id, ${ROLE.viewer}), ${ROLE.viewer})
      else m.role_id end as listed,
    case m.role_id when ${ROLE.owner} then 0 when ${ROLE.manager} then 1 when ${ROLE.member} then 2 else 3 end as rank,
    u.last_name || ' ' || u.first_name as sorted
  from workspace_members m join users u on u.id = m.user_id
  cross join lateral (select min(r.role_id) as role_id from item_roles r where r.user_id = m.user_id) guest
  where m.workspace_id = ${workspaceId}
  union all
  select i.id, null, i.email, i.item_id, case when i.item_id is null then i.role_id else ${ROLE.guest} end,
    case when i.item_id is not null then i.role_id end, i.role_id, 4, lower(i.email)
  from invitations i left join items item on item.id = i.item_id
  where i.workspace_id = ${workspaceId} and i.accepted_at is null and item.trash_id is null`
}

interface RoleCount {
  role: number
  /** Members and invitations. */
  rows: number
  /** The same without those of one address after the first. */
  people: number
}

export async function countByRole(db: Db, workspaceId: number): Promise<RoleCount[]> {
  const { rows } = await sql<RoleCount>`
    select listed as role, count(*)::integer as rows, count(distinct lower(email))::integer as people from (${people(workspaceId)}) person group by listed order by listed
  `.execute(db)
  return rows
}

interface Page {
  role: number | undefined
  limit: number
  offset: number
}

export async function findMembers(
  db: Db,
  reader: NameReader,
  workspaceId: number,
  { role, limit, offset }: Page,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select person.id, person.email, person.role_id, person.guest_role,
      case when u.id is not null then json_build_object('id', u.id, 'first_name', u.first_name,
        'last_name', u.last_name, 'avatar', u.avatar, 'email', u.email) end as user,
      coalesce((
        select json_agg(json_build_object('resource_id', folder.id, 'name', folder.name) order by folder.name, folder.id)
        from (
          select distinct p.id, ${shownName(reader, 'p')} as name
          from (
            select r.item_id from item_roles r where r.user_id = person.user_id and r.role_id is not null
            union all select person.item_id
          ) given
          join items i on i.id = given.item_id
          join projects p on p.item_id = case when i.is_project then i.id else i.parent_id end
          where i.workspace_id = ${workspaceId} and i.trash_id is null
        ) folder
      ), '[]') as folders,
      (select json_build_object('id', f.id, 'name', ${shownName(reader, 'f', 'title')}) from files f
        where f.item_id = person.item_id) as file
    from (${people(workspaceId)}) person left join users u on u.id = person.user_id
    where ${role ?? null}::integer is null or person.listed = ${role ?? null}
    order by person.rank, person.sorted, person.id
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export interface Member {
  id: number
  user_id: number
  role_id: number
}

/** Returns a member of the workspace and locks the row until the end of the transaction. */
export function lockMember(
  trx: Trx,
  workspaceId: number,
  by: { id: number } | { userId: number },
): Promise<Member | undefined> {
  return trx
    .selectFrom('workspace_members')
    .select(['id', 'user_id', 'role_id'])
    .where('workspace_id', '=', workspaceId)
    .$call((query) => ('id' in by ? query.where('id', '=', by.id) : query.where('user_id', '=', by.userId)))
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the highest role assigned to a user on any item. */
export async function findHighestItemRole(trx: Trx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ role_id: number | null }>`
    select min(role_id) as role_id from item_roles where user_id = ${userId}`.execute(trx)
  return rows[0]?.role_id ?? null
}

/** Id of the user's workspace; undefined without one. */
export async function findWorkspaceId(trx: Trx, userId: number): Promise<number | undefined> {
  const member = await trx
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.workspace_id
}

/** Whether one of these addresses (case-insensitive) belongs to a member of the workspace. */
export async function hasMemberWithAddress(trx: Trx, workspaceId: number, emails: readonly string[]): Promise<boolean> {
  const member = await trx
    .selectFrom('workspace_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select('users.id')
    .where('member.workspace_id', '=', workspaceId)
    .where(sql<boolean>`lower(users.email) = any(select lower(unnest(${[...emails]}::text[])))`)
    .executeTakeFirst()
  return member !== undefined
}

interface MemberElsewhere {
  user_id: number
  workspace_id: number
  /** Their own, without files and other people, and without a payment now or before: it is closed when they join another. */
  is_empty: boolean
}

/** Returns the users of these addresses (case-insensitive) who belong to another workspace than this one. */
export async function findMembersElsewhere(
  db: Db | Trx,
  workspaceId: number,
  emails: readonly string[],
): Promise<(MemberElsewhere & { email: string })[]> {
  const { rows } = await sql<MemberElsewhere & { email: string }>`
    select u.id as user_id, u.email, m.workspace_id,
      m.role_id = ${ROLE.owner}
        and not exists (select from files where files.workspace_id = m.workspace_id)
        and not exists (select from workspace_members other
          where other.workspace_id = m.workspace_id and other.user_id <> u.id)
        and not exists (select from subscriptions s where s.workspace_id = m.workspace_id and s.status = 'active'
          and s.trial_ends_at is null and (not s.is_given or s.plan_id is null
            or exists (select from plan_changes c where c.subscription_id = s.id and c.deleted_at is null)))
        and not exists (select from billing_ledger b where b.workspace_id = m.workspace_id and b.money <> 0) as is_empty
    from users u join workspace_members m on m.user_id = u.id
    where m.workspace_id <> ${workspaceId} and lower(u.email) = any(select lower(unnest(${[...emails]}::text[])))
  `.execute(db)
  return rows
}

/** Inserts a member or changes the role of an existing one. */
export function upsertMember(trx: Trx, workspaceId: number, userId: number, role_id: number) {
  return trx
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role_id })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role_id }))
    .execute()
}

export function changeMemberRole(trx: Trx, id: number, role_id: number) {
  return trx.updateTable('workspace_members').set({ role_id }).where('id', '=', id).execute()
}

/**
 * Deletes a membership with the user's accepted invitations, so that old links no longer work. The
 * database deletes their item roles with the membership.
 */
export async function deleteMember(trx: Trx, workspaceId: number, { id, user_id: userId }: Member): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('accepted_by', '=', userId)
    .execute()
  await trx.deleteFrom('workspace_members').where('id', '=', id).execute()
}

/** Deletes a pending invitation to the workspace, a folder or a file. Undefined if it does not exist. */
export function deletePending(trx: Trx, workspaceId: number, id: number) {
  return trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .returning(['workspace_id', 'item_id'])
    .executeTakeFirst()
}

export type UsageOfPerson = PersonRow & { minute: number; bytes: number; chat: number; total: number }

/**
 * Returns the usage of each user in a month (given by its first day) and the storage of their files at its end.
 * Storage counts for the uploader, even if another user deletes the file. Includes former members with usage.
 */
export async function findUsage(
  db: Db,
  workspaceId: number,
  { month, limit, offset }: { month: string; limit: number; offset: number },
): Promise<UsageOfPerson[]> {
  const { rows } = await sql<UsageOfPerson>`
    with uploader as (
      select distinct on (file_id) file_id, user_id from usage_ledger
      where workspace_id = ${workspaceId} and kind = 'storage' and amount > 0 and file_id is not null
      order by file_id, id
    ), used as (
      select coalesce(uploader.user_id, l.user_id) as user_id,
        coalesce(sum(l.amount) filter (where l.kind = 'minute' and l.month = ${month}::date), 0)::integer as minute,
        coalesce(sum(l.amount) filter (where l.kind = 'storage'), 0)::bigint as bytes,
        coalesce(sum(l.amount) filter (where l.kind = 'chat' and l.month = ${month}::date), 0)::integer as chat
      from usage_ledger l left join uploader on uploader.file_id = l.file_id and l.kind = 'storage'
      where l.workspace_id = ${workspaceId} and l.month <= ${month}::date
      group by 1
    )
    select u.id, u.first_name, u.last_name, u.avatar, coalesce(used.minute, 0) as minute,
      coalesce(used.bytes, 0) as bytes, coalesce(used.chat, 0) as chat, count(*) over ()::integer as total
    from users u left join used on used.user_id = u.id
    where u.id in (select user_id from workspace_members where workspace_id = ${workspaceId})
      or used.minute <> 0 or used.bytes <> 0 or used.chat <> 0
    order by coalesce(used.minute, 0) desc, u.last_name, u.first_name, u.id
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}
