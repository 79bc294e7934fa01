// Searches in the folder tree of the reader.
import type { Item } from '@kaiwa/contract/items.ts'

/** The folder with this item id; undefined when it is not in the tree. */
export function findItem(items: readonly Item[], itemId: number): Item | undefined {
  for (const item of items) {
    const found = item.id === itemId ? item : findItem(item.children, itemId)
    if (found) return found
  }
  return undefined
}

/** The folder with this id as a project; undefined when it is not in the tree. */
export function findFolder(items: readonly Item[], projectId: number): Item | undefined {
  for (const item of items) {
    const found = item.resource_id === projectId ? item : findFolder(item.children, projectId)
    if (found) return found
  }
  return undefined
}
