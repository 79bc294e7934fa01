// The users of a workspace in relation to one item: their assigned role on it, their inherited role, and their
// effective role. This is the rule of the access join, evaluated for all people of one item instead of all items of one
// person.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { WorkspaceRole } from '../../accounts/actor.ts'
import type { PersonRow } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { EffectiveRole } from '../../tree/policy.ts'

type GivenRole = typeof ROLE.owner | typeof ROLE.editor | typeof ROLE.viewer

export type Standing = {
  workspace_role: WorkspaceRole
  /** Created the item or received its ownership. */
  is_creator: boolean
  /** Assigned on the item itself. */
  direct: GivenRole | null
  /** Inherited from an ancestor: assigned there, or from having created a folder there. */
  inherited: GivenRole | null
  /** The highest role assigned on any other item; it decides about seats. */
  elsewhere: GivenRole | null
}

export type PersonHere = Standing & PersonRow & { email: string }

/** Returns the effective role on the item; null for a guest who does not see it. */
export const effectiveRole = ({ workspace_role, is_creator, direct, inherited }: Standing): EffectiveRole | null => {
  if (workspace_role === ROLE.owner || workspace_role === ROLE.manager) return workspace_role
  const given = [direct, inherited].filter((role) => role !== null)
  if (workspace_role === ROLE.member) given.push(is_creator ? ROLE.editor : ROLE.viewer)
  return given.length === 0 ? null : (Math.min(...given) as EffectiveRole)
}

/** Returns the users of the workspace, or `only` one of them by id or address, with their roles on the item. */
export const findPeople = async (
  db: Db | Trx,
  itemId: number,
  only?: { id: number } | { email: string },
): Promise<PersonHere[]> => {
  const who = !only ? sql`true` : 'id' in only ? sql`u.id = ${only.id}` : sql`lower(u.email) = lower(${only.email})`
  const { rows } = await sql<PersonHere>`
    with here as (
      select item.*, string_to_array(item.path, '_')::integer[] as chain from items item where item.id = ${itemId}
    )
    select u.id, u.first_name, u.last_name, u.avatar, u.email, m.role_id as workspace_role,
      coalesce(here.creator_id = u.id and here.depth > 0, false) as is_creator,
      direct.role_id as direct,
      least(above.role_id, made.role_id) as inherited,
      (select min(other.role_id) from item_roles other where other.user_id = u.id and other.item_id <> here.id)
        as elsewhere
    from here
    join workspace_members m on m.workspace_id = here.workspace_id
    join users u on u.id = m.user_id
    left join item_roles direct on direct.item_id = here.id and direct.user_id = u.id
    cross join lateral (
      select max(array_position(here.chain, stop.item_id)) as at from item_roles stop
      where stop.user_id = u.id and stop.is_excluded and stop.item_id = any(here.chain)
    ) stopped
    cross join lateral (
      select min(r.role_id) as role_id from item_roles r
      where r.user_id = u.id and r.item_id = any(here.chain) and r.item_id <> here.id
        and array_position(here.chain, r.item_id) >= coalesce(stopped.at, 0)
    ) above
    cross join lateral (
      select case when m.role_id = ${ROLE.member} and exists (
        select from items folder where folder.id = any(here.chain) and folder.id <> here.id
          and folder.creator_id = u.id and folder.depth > 0
          and array_position(here.chain, folder.id) >= coalesce(stopped.at, 0)
      ) then ${ROLE.editor}::integer end as role_id
    ) made
    where ${who}
    order by u.last_name, u.first_name, u.id
  `.execute(db)
  return rows
}
