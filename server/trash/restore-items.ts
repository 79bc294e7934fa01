// Restores items from the trash into their former folder. If that folder is gone, or is now too deep for a restored
// folder, folders go to the root. Files cannot be in the root, so they go into a new folder with the former folder's
// name.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { restoreItems as contract } from '@kaiwa/contract/trash.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findUnreadItemIds } from '../tree/store/unread-items.ts'
import { publishItems } from '../tree/publish-items.ts'
import { filesMoved } from '../tree/extension-points.ts'
import { addFolder } from '../tree/create-folder.ts'
import { assertAllowed, createFolder, receive } from '../tree/policy.ts'
import { assertRoomForFiles, findFolder, findRootItemId, type ItemRow } from '../tree/store/items.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { publishRightsAfterMove } from '../tree/rights/publish-rights-after-move.ts'
import { moveBackIntoTree } from '../tree/store/trashed-items.ts'
import { deleteTrash, lockTrashed, replaceFormerFolder, type Trashed } from './store.ts'
import * as policy from './policy.ts'
import { publishTrash } from './publish-trash.ts'

/** Returns the folder, or undefined if the actor does not see one with this id. */
function findVisibleFolder(trx: Trx, actor: Actor, itemId: number): Promise<ItemRow | undefined> {
  return findFolder(trx, actor, itemId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'E_NOT_FOUND') return undefined
    throw error
  })
}

/**
 * Creates a folder that replaces a deleted one. Its other trashed items are updated to be restored into the new folder
 * too.
 */
async function replaceFolder(trx: Trx, actor: Actor, root: ItemRow, { parent_id, place }: Trashed) {
  assertAllowed(createFolder(actor, root))
  const folder = await addFolder(trx, actor, root, {
    name: place.at(-1) ?? root.name,
    name_key: null,
  })
  await replaceFormerFolder(trx, parent_id, folder.id)
  return folder
}

/** Puts trashed items of one former folder back below `folder`. */
async function putBack(trx: Trx, actor: Actor, folder: ItemRow, trashed: readonly Trashed[], workspaceId: number) {
  for (const item of trashed) assertAllowed(receive(actor, folder, { ...item, depth: 0, role: null }))
  const files = trashed.filter((item) => !item.is_project).map(({ item_id }) => item_id)
  const itemIds = trashed.map(({ item_id }) => item_id)
  await assertRoomForFiles(trx, folder.id, files.length)
  await moveBackIntoTree(trx, itemIds, folder)
  if (files.length > 0) await filesMoved.run(trx, files, folder.resource_id)
  await deleteTrash(trx, itemIds)
  // The paths of the items are published too, for users who have a role only on a restored item.
  const paths = itemIds.map((id) => `${folder.path}_${id}`)
  await publishItems(trx, { workspaceId, paths, projectIds: [folder.resource_id] })
  const moves = itemIds.map((id) => ({ id, from: null, to: folder.path }))
  await publishRightsAfterMove(trx, { workspaceId, moves })
}

async function restoreAll(trx: Trx, caller: Actor, workspaceId: number, ids: readonly number[]): Promise<ItemRow[]> {
  const actor = await lockTreeFor(trx, caller)
  const all = await lockTrashed(trx, workspaceId, ids)
  // Users who neither manage the trash nor deleted the item must not learn that it exists.
  if (all.length < ids.length || !all.every((one) => policy.maySeeTrashed(actor, one))) throw new Refusal('E_NOT_FOUND')
  for (const one of all) assertAllowed(policy.restore(actor, one))
  const folders: ItemRow[] = []
  const back = async (folder: ItemRow, trashed: readonly Trashed[]): Promise<void> => {
    if (trashed.length === 0) return
    await putBack(trx, actor, folder, trashed, workspaceId)
    folders.push(folder)
  }
  for (const own of Map.groupBy(all, ({ parent_id }) => parent_id).values()) {
    const [first] = own as [Trashed, ...Trashed[]]
    const parent = await findVisibleFolder(trx, actor, first.parent_id)
    const fits = (one: Trashed) => parent && (!one.is_project || parent.depth + 1 + one.levels <= LIMITS.folderDepth)
    if (parent) await back(parent, own.filter(fits))
    const others = own.filter((one) => !fits(one))
    if (others.length === 0) continue
    const root = await findFolder(trx, actor, await findRootItemId(trx, workspaceId))
    const files = others.filter((one) => !one.is_project)
    await back(
      root,
      others.filter((one) => one.is_project),
    )
    if (files.length > 0) await back(await replaceFolder(trx, actor, root, first), files)
  }
  await publishTrash(trx, workspaceId)
  return folders
}

/** Restores items from the trash, all of them or none. */
export const restoreItems: Handler<typeof contract> = async ({ body }, { app, actor }) => {
  const { workspaceId } = actor
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const ids = [...new Set(body.item_ids)]
  const folders = await app.db.transaction().execute((trx) => restoreAll(trx, actor, workspaceId, ids))
  return {
    folders: folders.map(({ id, resource_id, name }) => ({ id: resource_id, item_id: id, name })),
    unread_item_ids: await findUnreadItemIds(app.db, actor),
  }
}
