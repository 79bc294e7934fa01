import type { Tree } from '@kaiwa/contract/items.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { getTree as contract } from '@kaiwa/contract/workspace.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { findFolders } from './store/items.ts'
import { nest } from './present-item.ts'
import { findUnreadItemIds } from './store/unread-items.ts'

/** Reads the whole tree that the actor sees, in two statements for any size. */
export async function readTree(db: Db, actor: Actor): Promise<Tree> {
  const [rows, unread_item_ids] = await Promise.all([findFolders(db, actor), findUnreadItemIds(db, actor)])
  const own = rows.filter((row) => row.role === ROLE.owner || row.creator_id === actor.id)
  return {
    all_items: nest(rows, actor),
    project_ids_with_owner: own.map(({ resource_id }) => resource_id),
    shared_folder_ids: rows.filter((row) => row.is_shared).map(({ resource_id }) => resource_id),
    unread_item_ids,
  }
}

export const getTree: Handler<typeof contract> = (_input, { app, actor }) => readTree(app.db, actor)
