// What can be moved where, as data: the same for the dialog and for dragging. Rules of who may do what come with the
// folders (`can`); the server has the last word, and alone knows how deep a folder is inside.
import type { Item } from '@kaiwa/contract/items.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'

/** What is on its way: item ids, and the folder that all of it stands in or below. */
export type Cargo = { sourceId: number; folderIds: readonly number[]; fileIds: readonly number[] }

export const cargoOf = (rows: readonly FileTableRow[], sourceId: number): Cargo => {
  const movable = rows.filter((row) => row.can.move)
  return {
    sourceId,
    folderIds: movable.filter((row) => row.is_project).map((row) => row.item_id),
    fileIds: movable.filter((row) => !row.is_project).map((row) => row.item_id),
  }
}

export const isEmpty = ({ folderIds, fileIds }: Cargo): boolean => folderIds.length + fileIds.length === 0

/** Folders that move, and all below them, are no targets (WS-37). */
export const isHiddenTarget = (folder: Item, { folderIds }: Cargo): boolean =>
  folder.path.split('_').some((id) => folderIds.includes(Number(id)))

/** Whether the cargo may be put into this folder, as far as the browser can tell. */
export const accepts = (folder: Item, cargo: Cargo): boolean =>
  !isEmpty(cargo) &&
  !isHiddenTarget(folder, cargo) &&
  (cargo.folderIds.length === 0 || folder.can.create_folder) &&
  (cargo.fileIds.length === 0 || folder.can.upload)

/** The folders that a dialog offers: the tree without what is hidden. */
export const moveTargets = (items: readonly Item[], cargo: Cargo): Item[] =>
  items.flatMap((item) =>
    isHiddenTarget(item, cargo) ? [] : [{ ...item, children: moveTargets(item.children, cargo) }],
  )

/** The folder of this item id; undefined where the tree does not hold it. */
export const findItem = (items: readonly Item[], itemId: number): Item | undefined => {
  for (const item of items) {
    const found = item.id === itemId ? item : findItem(item.children, itemId)
    if (found) return found
  }
  return undefined
}
