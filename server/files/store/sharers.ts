import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../../accounts/person.ts'
import type { Db } from '../../platform/database/database.ts'
import { pathIds, isInheritanceStopped } from '../../tree/store/access.ts'

const chain = pathIds(sql.ref('item.path'))

/**
 * The people who share the file: its creator, users with an assigned role on it or on an ancestor, and the owner, in
 * this order. At most `limit` rows; `total` counts all.
 */
export async function findSharers(db: Db, itemId: number, limit: number): Promise<(PersonRow & { total: number })[]> {
  const { rows } = await sql<PersonRow & { total: number }>`
    select u.id, u.first_name, u.last_name, u.avatar, count(*) over () as total
    from items item
    join workspace_members m on m.workspace_id = item.workspace_id
    join users u on u.id = m.user_id
    left join item_roles r on r.user_id = m.user_id and r.item_id = any(${chain})
    where item.id = ${itemId}
    group by u.id, item.creator_id, m.role_id
    having u.id = item.creator_id or m.role_id = ${ROLE.owner}
      or coalesce(bool_or(r.role_id is not null and not ${isInheritanceStopped(sql.ref('r.user_id'), sql.ref('r.item_id'), chain)}), false)
    order by u.id = item.creator_id desc, count(r.role_id) desc, u.id
    limit ${limit}
  `.execute(db)
  return rows
}
