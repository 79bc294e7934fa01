import type { getFile as contract } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { type PersonRow, presentPerson } from '../accounts/person.ts'
import type { Db } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { deleteUnread, findUnreadItemIds } from '../tree/store/unread-items.ts'
import { readerOf } from './reader.ts'
import { findFile } from './file-rows.ts'
import { presentFile } from './present-file.ts'

const SHOWN = 3

/**
 * The people who share the file: its creator, users with an assigned role on it or on an ancestor, and the owner, in
 * this order.
 */
const sharers = async (db: Db, itemId: number) => {
  const { rows } = await sql<PersonRow & { total: number }>`
    select u.id, u.first_name, u.last_name, u.avatar, count(*) over () as total
    from items item
    join workspace_members m on m.workspace_id = item.workspace_id
    join users u on u.id = m.user_id
    left join item_roles r on r.user_id = m.user_id and r.item_id = any(string_to_array(item.path, '_')::integer[])
    where item.id = ${itemId}
    group by u.id, item.creator_id, m.role_id
    having u.id = item.creator_id or m.role_id = ${ROLE.owner}
      or coalesce(bool_or(r.role_id is not null and not exists (
        select from item_roles stop join items place on place.id = stop.item_id join items above on above.id = r.item_id
        where stop.user_id = r.user_id and stop.is_excluded and place.depth > above.depth
          and stop.item_id = any(string_to_array(item.path, '_')::integer[]))), false)
    order by u.id = item.creator_id desc, count(r.role_id) desc, u.id
    limit ${SHOWN}
  `.execute(db)
  return { members: rows.flatMap((row) => presentPerson(row) ?? []), member_count: rows[0]?.total ?? 0 }
}

export const getFile: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context.app
  const reader = readerOf(context)
  const row = await findFile(db, context.actor, params.id, params.projectId)
  await deleteUnread(db, context.actor, row.item_id)
  const [people, unread_item_ids] = await Promise.all([sharers(db, row.item_id), findUnreadItemIds(db, context.actor)])
  return { ...presentFile(row, reader), ...people, unread_item_ids, url: reader.mediaOf(row.id) }
}
