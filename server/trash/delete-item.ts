import type { deleteItem as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findUnreadItemIds } from '../tree/store/unread-items.ts'
import { publishItems } from '../tree/publish-items.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findFolder } from '../tree/store/items.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { findParentProjectIds } from '../tree/store/folders.ts'
import * as policy from '../tree/policy.ts'
import { putInTrash } from './put-in-trash.ts'

/** Puts a folder and everything below it into the trash. */
export const deleteItem: Handler<typeof contract> = async ({ params }, { app, actor: caller }) => {
  const { workspaceId } = caller
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const trashed_item_ids = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const folder = await findFolder(trx, actor, params.id)
    assertAllowed(policy.remove(actor, folder))
    const projectIds = [folder.resource_id, ...(await findParentProjectIds(trx, [folder]))]
    await publishItems(trx, { workspaceId, paths: [folder.path], projectIds })
    return putInTrash(trx, { itemIds: [folder.id], workspaceId, userId: actor.id })
  })
  return { unread_item_ids: await findUnreadItemIds(app.db, caller), trashed_item_ids }
}
