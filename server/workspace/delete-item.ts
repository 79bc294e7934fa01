import type { deleteItem as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { unreadItemIds } from './unread.ts'
import { announceItems } from './announce.ts'
import { insist } from './insist.ts'
import { findFolder } from './items.ts'
import { lockTreeFor } from './lock-tree-for.ts'
import { parentProjectIds } from './parent-projects.ts'
import * as policy from './policy.ts'
import { putInTrash } from './trash/put-in-trash.ts'

/** Puts a folder with everything below it into the trash. */
export const deleteItem: Handler<typeof contract> = async ({ params }, { app, actor: caller }) => {
  const { workspaceId } = caller
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const trashed_item_ids = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const folder = await findFolder(trx, actor, params.id)
    insist(policy.remove(actor, folder))
    const projectIds = [folder.resource_id, ...(await parentProjectIds(trx, [folder]))]
    await announceItems(trx, { workspaceId, paths: [folder.path], projectIds })
    return putInTrash(trx, { itemIds: [folder.id], workspaceId, userId: actor.id })
  })
  return { unread_item_ids: await unreadItemIds(app.db, caller), trashed_item_ids }
}
