import type { Item } from '@kaiwa/contract/items.ts'

/** A visible row of the tree. `parent` is the index of its parent's row. */
export interface TreeLine {
  item: Item
  level: number
  isExpandable: boolean
  isExpanded: boolean
  parent: number | null
  /** Position among its siblings, from 1, and their number. */
  position: number
  siblings: number
}

/** The visible rows: children of expanded folders follow their parent. */
export function treeLines(items: readonly Item[], expanded: ReadonlySet<number>): TreeLine[] {
  const lines: TreeLine[] = []
  const add = (siblings: readonly Item[], level: number, parent: number | null): void => {
    for (const [before, item] of siblings.entries()) {
      const isExpandable = item.children.length > 0
      const isExpanded = isExpandable && expanded.has(item.id)
      const position = { position: before + 1, siblings: siblings.length }
      const index = lines.push({ item, level, isExpandable, isExpanded, parent, ...position }) - 1
      if (isExpanded) add(item.children, level + 1, index)
    }
  }
  add(items, 1, null)
  return lines
}

/** Ids from the top node down to the folder with this resource id; empty when it is not in the tree. */
export function pathTo(items: readonly Item[], resourceId: number): number[] {
  for (const item of items) {
    if (item.resource_id === resourceId) return [item.id]
    const below = pathTo(item.children, resourceId)
    if (below.length > 0) return [item.id, ...below]
  }
  return []
}

export type TreeMove = { focus: number } | { toggle: number } | null

/** The effect of an arrow key on row `at` of a tree (WAI-ARIA tree pattern). */
export function treeMove(lines: readonly TreeLine[], at: number, key: string): TreeMove {
  const line = lines[at]
  if (!line) return null
  switch (key) {
    case 'ArrowDown':
      return at + 1 < lines.length ? { focus: at + 1 } : null
    case 'ArrowUp':
      return at > 0 ? { focus: at - 1 } : null
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: lines.length - 1 }
    case 'ArrowRight':
      if (!line.isExpandable) return null
      return line.isExpanded ? { focus: at + 1 } : { toggle: line.item.id }
    case 'ArrowLeft':
      if (line.isExpanded) return { toggle: line.item.id }
      return line.parent === null ? null : { focus: line.parent }
    default:
      return null
  }
}
