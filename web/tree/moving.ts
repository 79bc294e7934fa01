// Rules for moving items, as data, shared by the dialog and dragging. Permissions come with the folders (`can`). The
// server makes the final decision; only it knows the depth of a moved folder.
import type { Item } from '@kaiwa/contract/items.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'

/** The items to move, by item id, and the folder that contains all of them. */
export type ItemsToMove = { sourceId: number; folderIds: readonly number[]; fileIds: readonly number[] }

export const itemsToMove = (rows: readonly FileTableRow[], sourceId: number): ItemsToMove => {
  const movable = rows.filter((row) => row.can.move)
  return {
    sourceId,
    folderIds: movable.filter((row) => row.is_project).map((row) => row.item_id),
    fileIds: movable.filter((row) => !row.is_project).map((row) => row.item_id),
  }
}

export const isEmpty = ({ folderIds, fileIds }: ItemsToMove): boolean => folderIds.length + fileIds.length === 0

/** Moved folders and everything below them cannot be targets (WS-37). */
export const isHiddenTarget = (folder: Item, { folderIds }: ItemsToMove): boolean =>
  folder.path.split('_').some((id) => folderIds.includes(Number(id)))

/** True when the items may be moved into this folder, as far as the browser knows. */
export const acceptsItems = (folder: Item, moving: ItemsToMove): boolean =>
  !isEmpty(moving) &&
  !isHiddenTarget(folder, moving) &&
  (moving.folderIds.length === 0 || folder.can.create_folder) &&
  (moving.fileIds.length === 0 || folder.can.upload)

/** The folders listed in the dialog: the tree without hidden targets. */
export const moveTargets = (items: readonly Item[], moving: ItemsToMove): Item[] =>
  items.flatMap((item) =>
    isHiddenTarget(item, moving) ? [] : [{ ...item, children: moveTargets(item.children, moving) }],
  )

/** The folder with this item id; undefined when it is not in the tree. */
export const findItem = (items: readonly Item[], itemId: number): Item | undefined => {
  for (const item of items) {
    const found = item.id === itemId ? item : findItem(item.children, itemId)
    if (found) return found
  }
  return undefined
}
