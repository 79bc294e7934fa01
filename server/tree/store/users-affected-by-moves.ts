// Finds the users whose rights change when items are moved, deleted or restored. These operations change only what the
// topmost moved items inherit: a user with an unchanged role on those has an unchanged role on everything below them.
// So the cost depends on the number of these items and of users with assigned roles, not on the size of the moved
// subtrees.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { assignedRole, guestRoleBelow, memberRole, memberRoleBelow, pathIds } from './access.ts'

/** A topmost moved item, with the paths of its folder before and after; null for the trash, where no user sees it. */
export interface Relocation {
  id: number
  from: string | null
  to: string | null
}

const user = sql.ref('person.user_id')

/**
 * The role on an item, computed from the role on its folder; in the trash (`path` null), the role from the workspace
 * alone.
 */
function roleUnder(path: string, role: string) {
  const isInTrash = sql`${sql.ref(`shift.${path}`)} is null`
  const inherited = sql.ref(`shift.${role}`)
  return sql`case
    when person.role_id = ${ROLE.member} then
      case when ${isInTrash} then ${sql.lit(ROLE.viewer)} else ${memberRoleBelow(inherited, user, 'item')} end
    when not (${isInTrash}) then ${guestRoleBelow(inherited)} end`
}

/**
 * Returns the members and guests whose effective role on one of these items changed, and guests whose role on an item
 * below one of them changed.
 */
export async function findUsersAffectedByMoves(
  trx: Trx,
  workspaceId: number,
  moves: readonly Relocation[],
): Promise<number[]> {
  const folderIds = pathIds(sql.ref('folder.path'))
  const ids = moves.map(({ id }) => id)
  const { rows } = await sql<{ user_id: number }>`
    with top as (
      select * from unnest(${ids}::integer[], ${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[])
        as top (id, from_path, to_path)
    ), folder as (
      select from_path as path from top where from_path is not null union select to_path from top where to_path is not null
    ), touched as (
      select id from top union select unnest(${folderIds}) from folder
    ), person as (
      select m.user_id, m.role_id from workspace_members m
      where m.workspace_id = ${workspaceId} and m.role_id in (${ROLE.member}, ${ROLE.guest}) and (
        exists (select from item_roles r where r.user_id = m.user_id and r.item_id in (select id from touched))
        or exists (select from items made where made.id in (select id from touched) and made.creator_id = m.user_id))
    ), at_folder as materialized (
      select person.user_id, folder.path, case when person.role_id = ${ROLE.member}
        then ${memberRole(user, folderIds)} else ${assignedRole(user, folderIds)} end as role
      from person cross join folder
    ), shift as materialized (
      select person.user_id, relocation.from_path, relocation.to_path, before.role as before, after.role as after
      from (select distinct from_path, to_path from top) relocation cross join person
      left join at_folder before on before.user_id = person.user_id and before.path = relocation.from_path
      left join at_folder after on after.user_id = person.user_id and after.path = relocation.to_path
      where relocation.from_path is null or relocation.to_path is null or before.role is distinct from after.role
    )
    -- Users whose role differs between the two folders. For most of them it differs on the first item already.
    select distinct person.user_id
    from person join shift on shift.user_id = person.user_id
    cross join lateral (
      select from top join items item on item.id = top.id
      left join item_roles own on own.item_id = top.id and own.user_id = person.user_id
      where top.from_path is not distinct from shift.from_path and top.to_path is not distinct from shift.to_path
        and ${roleUnder('from_path', 'before')} is distinct from ${roleUnder('to_path', 'after')}
      limit 1
    ) changed
    union
    -- Guests with a role further down lose it in the trash and regain it afterwards. Guests who are excluded further down
    -- may subscribe to the folders that the items leave, and not to those that they enter.
    select r.user_id from item_roles r
    join workspace_members m on m.user_id = r.user_id and m.workspace_id = ${workspaceId} and m.role_id = ${ROLE.guest}
    join items inner_item on inner_item.id = r.item_id
    where ${pathIds(sql.ref('inner_item.path'))} && ${ids}::integer[]
      and (r.is_excluded or ${moves.some(({ from, to }) => from === null || to === null)}::boolean)
    order by 1
  `.execute(trx)
  return rows.map(({ user_id: id }) => id)
}
