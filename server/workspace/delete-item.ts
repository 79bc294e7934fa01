import type { deleteItem as contract } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { isBelow } from './access.ts'
import { unreadItemIds } from './all-items.ts'
import { announceItems } from './announce.ts'
import { removeFiles } from './files/remove-files.ts'
import { insist } from './insist.ts'
import { findFolder } from './items.ts'
import { parentProjectIds } from './parent-projects.ts'
import { lockTree } from './place-item.ts'
import * as policy from './policy.ts'

/** Deletes a folder with everything below it. */
export const deleteItem: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  const { workspaceId } = actor
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  await app.db.transaction().execute(async (trx) => {
    await lockTree(trx, workspaceId)
    const folder = await findFolder(trx, actor, params.id)
    insist(policy.remove(actor, folder))
    const files = await trx
      .selectFrom('files')
      .innerJoin('items', 'items.id', 'files.item_id')
      .select(['files.id', 'files.item_id', 'files.project_id', 'files.video_id'])
      .where(isBelow(sql.ref('items.path'), sql.val(folder.path)))
      .forUpdate('files')
      .execute()
    const projectIds = [folder.resource_id, ...(await parentProjectIds(trx, [folder]))]
    await announceItems(trx, { workspaceId, paths: [folder.path], projectIds, itemIds: [folder.id] })
    await removeFiles(trx, files, actor.id)
    await trx.deleteFrom('items').where('id', '=', folder.id).execute()
  })
  return { unread_item_ids: await unreadItemIds(app.db, actor) }
}
