// Deletion takes items out of the tree and keeps them for a limited time with their roles, transcripts, storage and
// seats. An item in the trash has no parent: queries below a folder do not find it, `visibleItems` shows it to no user,
// and its former folder may be deleted permanently before it.
import type { Trx } from '../platform/database/database.ts'
import { runningFilesTrashed } from './extension-points.ts'
import { publishDeleted, removeFiles } from '../files/remove-files.ts'
import { publishFigures } from '../files/publish-figures.ts'
import { parentPath, publishRightsAfterMove } from '../tree/rights/publish-rights-after-move.ts'
import { lockFilesBelow, updateFolderToRoot } from '../files/store/files.ts'
import { selectItems } from '../tree/store/items.ts'
import { findItemPaths, moveOutOfTree } from '../tree/store/trashed-items.ts'
import { insertTrash } from './store.ts'
import { publishTrash } from './publish-trash.ts'

/** Items of one workspace, none of them below another. The caller holds the tree's lock and has checked the rights. */
interface Deletion {
  itemIds: readonly number[]
  workspaceId: number
  userId: number
}

/**
 * Call it before the items move. Users who saw them by an assigned role, and not by the workspace role, lose that
 * access.
 */
async function publishLostRights(trx: Trx, { itemIds, workspaceId }: Omit<Deletion, 'userId'>): Promise<void> {
  const items = await findItemPaths(trx, itemIds)
  const moves = items.map(({ id, path }) => ({ id, from: parentPath(path), to: null }))
  await publishRightsAfterMove(trx, { workspaceId, moves })
}

/**
 * Deletes items with everything below them and publishes the change. Returns the item ids that can be restored.
 * Running analyses end as canceled. Incomplete uploads are deleted permanently.
 */
export async function putInTrash(trx: Trx, { itemIds, workspaceId, userId }: Deletion): Promise<number[]> {
  const files = await lockFilesBelow(trx, itemIds)
  await publishLostRights(trx, { itemIds, workspaceId })
  const unfinished = files.filter(({ status }) => status === 'waiting')
  const kept = files.filter(({ status }) => status !== 'waiting')
  const running = kept.filter(({ status }) => status === 'uploaded' || status === 'processing')
  await removeFiles(trx, unfinished, userId)
  await runningFilesTrashed.run(
    trx,
    running.map(({ id }) => id),
    userId,
  )
  await publishDeleted(trx, kept)
  const gone = new Set(unfinished.map(({ item_id }) => item_id))
  const trashed = itemIds.filter((id) => !gone.has(id))
  if (trashed.length === 0) return []
  await publishFigures(trx, selectItems(trashed))
  await insertTrash(trx, { itemIds: trashed, userId })
  await moveOutOfTree(trx, trashed)
  // A file must belong to a folder. The root contains no files, so these do not count there.
  await updateFolderToRoot(trx, trashed, workspaceId)
  await publishTrash(trx, workspaceId)
  return trashed
}
