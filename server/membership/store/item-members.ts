// The users of a workspace in relation to one item: their assigned role on it, their inherited role, and their
// effective role: the rule of the access join (tree/store/access.ts) for all people of one item.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { assignedRole, creatorRole, type ItemRole, type RoleSources } from '../../tree/store/access.ts'

/** A user's standing on one item, with what decides about their seat. */
export type MemberRoleSources = RoleSources & {
  /** The highest role assigned on any other item. */
  elsewhere: ItemRole | null
}

export type ItemMember = MemberRoleSources & PersonRow & { email: string }

const user = sql.ref('u.id')
const chain = sql.ref('here.chain')
/** The items above `here`. */
const above = sql`trim_array(here.chain, 1)`

/** Returns the users of the workspace, or `only` one of them by id or address, with their roles on the item. */
export async function findItemMembers(
  db: Db | Trx,
  itemId: number,
  only?: { id: number } | { email: string },
): Promise<ItemMember[]> {
  const who = !only ? sql`true` : 'id' in only ? sql`u.id = ${only.id}` : sql`lower(u.email) = lower(${only.email})`
  const { rows } = await sql<ItemMember>`
    with here as (
      select item.*, string_to_array(item.path, '_')::integer[] as chain from items item where item.id = ${itemId}
    )
    select u.id, u.first_name, u.last_name, u.avatar, u.email, m.role_id as workspace_role,
      coalesce(here.creator_id = u.id and here.depth > 0, false) as is_creator,
      direct.role_id as direct,
      least(${assignedRole(user, chain, above)},
        case when m.role_id = ${ROLE.member} then ${creatorRole(user, chain, above)} end) as inherited,
      (select min(other.role_id) from item_roles other where other.user_id = u.id and other.item_id <> here.id)
        as elsewhere
    from here
    join workspace_members m on m.workspace_id = here.workspace_id
    join users u on u.id = m.user_id
    left join item_roles direct on direct.item_id = here.id and direct.user_id = u.id
    where ${who}
    order by u.last_name, u.first_name, u.id
  `.execute(db)
  return rows
}
