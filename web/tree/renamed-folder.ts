// Writes the new name of a folder into everything that the browser holds, so that a rename costs a watcher one request and
// its author none beyond the rename.
import type { Person } from '@kaiwa/contract/fields.ts'
import type { Item, Tree } from '@kaiwa/contract/items.ts'
import type { FileTableRow, Project } from '@kaiwa/contract/workspace.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { currentTree, treeQuery } from '../platform/tree-query.ts'
import { findItem } from './find-folder.ts'

export interface RenamedFolder {
  itemId: number
  projectId: number
  name: string
  updatedAt: string
  updatedBy: Person | null
}

// The collation `natural_order` of the database.
const order = new Intl.Collator('ja', { numeric: true })

/** Siblings stay sorted by name. Parts of the tree that do not contain the folder keep their identity. */
export function renameInItems(items: Item[], folder: Pick<RenamedFolder, 'itemId' | 'name' | 'updatedAt'>): Item[] {
  const { itemId, name, updatedAt } = folder
  const at = items.findIndex(({ id }) => id === itemId)
  if (at >= 0) {
    const renamed = items.with(at, { ...(items[at] as Item), name, updated_at: updatedAt })
    return renamed.toSorted((a, b) => order.compare(a.name, b.name) || a.id - b.id)
  }
  let isChanged = false
  const next = items.map((item) => {
    const children = renameInItems(item.children, folder)
    if (children === item.children) return item
    isChanged = true
    return { ...item, children }
  })
  return isChanged ? next : items
}

function renameProject(project: Project, { itemId, name }: RenamedFolder): Project {
  return project.breadcrumb.some(({ item_id: id }) => id === itemId)
    ? {
        ...project,
        name: project.item_id === itemId ? name : project.name,
        breadcrumb: project.breadcrumb.map((crumb) => (crumb.item_id === itemId ? { ...crumb, name } : crumb)),
      }
    : project
}

function renameRow(row: FileTableRow, { itemId, name, updatedAt, updatedBy }: RenamedFolder): FileTableRow {
  return row.is_project && row.item_id === itemId
    ? { ...row, name, title: name, last_updated_at: updatedAt, last_updated_by: updatedBy }
    : row
}

/** Whether the tree has the folder as it was at this time or later. Responses to several renames may arrive in any order. */
function isKnown(tree: Tree | null | undefined, itemId: number, updatedAt: string): boolean {
  const known = findItem(tree?.all_items ?? [], itemId)
  return known !== undefined && known.updated_at >= updatedAt
}

/**
 * Patches tree, folders and tables, unless the tree already has this or a later name. Tables keep their order until they
 * are loaded again.
 */
export function applyRename(client: QueryClient, folder: RenamedFolder): void {
  if (isKnown(client.getQueryData(treeQuery.queryKey), folder.itemId, folder.updatedAt)) return
  client.setQueryData(
    treeQuery.queryKey,
    (tree: Tree | undefined) => tree && { ...tree, all_items: renameInItems(tree.all_items, folder) },
  )
  client.setQueriesData<Project>({ queryKey: ['project'] }, (project) => project && renameProject(project, folder))
  // Lists that show names of folders load them when they are opened again.
  for (const key of ['notifications', 'trash']) void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
  client.setQueriesData<{ data: FileTableRow[] }>(
    { queryKey: ['files'] },
    (page) => page && { ...page, data: page.data.map((row) => renameRow(row, folder)) },
  )
}

/** Fetches the new name of a folder that someone renamed, unless the tree has it, and patches it everywhere. */
export async function fetchRename(client: QueryClient, renamed: Omit<RenamedFolder, 'name'>): Promise<void> {
  if (isKnown(currentTree(), renamed.itemId, renamed.updatedAt)) return
  const { name } = await call('getProject', { params: { id: renamed.projectId }, query: { speakers: '0' } })
  applyRename(client, { ...renamed, name })
}
