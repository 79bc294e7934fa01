// Rules for moving items, as data, shared by the dialog and dragging. Permissions come with the folders (`can`). The
// server makes the final decision; only it knows the depth of a moved folder.
import type { Item } from '@kaiwa/contract/items.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'

/** The items to move, by item id, and the folder that contains all of them. */
export interface ItemsToMove {
  sourceId: number
  folderIds: readonly number[]
  fileIds: readonly number[]
}

export function itemsToMove(rows: readonly FileTableRow[], sourceId: number): ItemsToMove {
  const movable = rows.filter((row) => row.can.move)
  return {
    sourceId,
    folderIds: movable.filter((row) => row.is_project).map((row) => row.item_id),
    fileIds: movable.filter((row) => !row.is_project).map((row) => row.item_id),
  }
}

export function isEmpty({ folderIds, fileIds }: ItemsToMove): boolean {
  return folderIds.length + fileIds.length === 0
}

/** Moved folders and everything below them cannot be targets (WS-37). */
export function isHiddenTarget(folder: Item, { folderIds }: ItemsToMove): boolean {
  return folder.path.split('_').some((id) => folderIds.includes(Number(id)))
}

/** True when the items may be moved into this folder, as far as the browser knows. */
export function acceptsItems(folder: Item, moving: ItemsToMove): boolean {
  return (
    !isEmpty(moving) &&
    !isHiddenTarget(folder, moving) &&
    (moving.folderIds.length === 0 || folder.can.create_folder) &&
    (moving.fileIds.length === 0 || folder.can.upload)
  )
}

/** The folders listed in the dialog: the tree without hidden targets. */
export function moveTargets(items: readonly Item[], moving: ItemsToMove): Item[] {
  return items.flatMap((item) =>
    isHiddenTarget(item, moving) ? [] : [{ ...item, children: moveTargets(item.children, moving) }],
  )
}
