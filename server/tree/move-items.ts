import type { Item } from '@kaiwa/contract/items.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { moveItems as contract } from '@kaiwa/contract/workspace.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findUnreadItemIds } from './store/unread-items.ts'
import { publishItems } from './publish-items.ts'
import { filesMoved } from './extension-points.ts'
import { assertAllowed } from './policy.ts'
import {
  assertRoomForFiles,
  findFolder,
  findItemRows,
  findItems,
  findMostLevels,
  type ItemRow,
  updateItemPaths,
} from './store/items.ts'
import { lockTreeFor } from './lock-tree-for.ts'
import { findParentProjectIds } from './store/folders.ts'
import * as policy from './policy.ts'
import { presentItem } from './present-item.ts'
import { parentPath, publishRightsAfterMove } from './rights/publish-rights-after-move.ts'

type Moved = Awaited<ReturnType<typeof findItems>>[number]

function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}_`)
}

/**
 * Returns the items that need a move. An item below another moved item moves with it; an item that is already in the
 * destination stays.
 */
function topmost(items: readonly Moved[], destination: ItemRow): Moved[] {
  return items.filter(
    (item) =>
      item.parent_id !== destination.id && !items.some((other) => other !== item && isWithin(item.path, other.path)),
  )
}

async function checkMove(trx: Trx, moving: readonly Moved[], destination: ItemRow): Promise<void> {
  // Moving a folder into itself would form a cycle.
  if (moving.some((item) => isWithin(destination.path, item.path))) throw new Refusal('E_CONFLICT', { reason: 'ring' })
  const folders = moving.filter((item) => item.is_project)
  if (folders.length > 0 && destination.depth + 1 + (await findMostLevels(trx, folders)) > LIMITS.folderDepth)
    throw new Refusal('ITEM_MAX_FOLDER_LEVEL')
  await assertRoomForFiles(trx, destination.id, moving.length - folders.length)
}

async function moveAll(trx: Trx, moving: readonly Moved[], destination: ItemRow): Promise<void> {
  await updateItemPaths(trx, moving, destination)
  const files = moving.filter((item) => !item.is_project).map(({ id }) => id)
  if (files.length > 0) await filesMoved.run(trx, files, destination.resource_id)
}

/**
 * Permission check that runs before the body is read: whether the destination accepts any items from the actor. The
 * items themselves are listed in the body.
 */
export const mayMoveItems: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  await findFolder(app.db, actor, params.id)
  assertAllowed(policy.moveIntoAny(actor, await findFolder(app.db, actor, params.destinationId)))
}

/** Moves items below the source folder, or that folder itself, to another folder. All of them move or none. */
export const moveItems: Handler<typeof contract> = async ({ params, body }, { app, actor: caller }) => {
  const { workspaceId } = caller
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const ids = [...new Set(body.target_item_ids)]
  const items = await app.db.transaction().execute(async (trx): Promise<Item[]> => {
    const actor = await lockTreeFor(trx, caller)
    const source = await findFolder(trx, actor, params.id)
    const destination = await findFolder(trx, actor, params.destinationId)
    const targets = await findItems(trx, actor, ids)
    if (targets.length < ids.length || !targets.every((item) => isWithin(item.path, source.path)))
      throw new Refusal('E_NOT_FOUND')
    for (const item of targets) {
      assertAllowed(policy.move(actor, item))
      assertAllowed(policy.receive(actor, destination, item))
    }
    const moving = topmost(targets, destination)
    if (moving.length > 0) {
      await checkMove(trx, moving, destination)
      const parents = await findParentProjectIds(trx, moving)
      await moveAll(trx, moving, destination)
      await publishItems(trx, {
        workspaceId,
        paths: [destination.path, ...moving.map(({ path }) => path)],
        projectIds: [destination.resource_id, ...parents],
      })
      const moves = moving.map(({ id, path }) => ({ id, from: parentPath(path), to: destination.path }))
      await publishRightsAfterMove(trx, { workspaceId, moves })
    }
    const rows = await findItemRows(trx, actor, ids)
    return rows.map((row) => presentItem(row, actor))
  })
  return { items, unread_item_ids: await findUnreadItemIds(app.db, caller) }
}
