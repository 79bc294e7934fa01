// The folder filter of a folder page, as encoded in the URL.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import type { Item } from '@kaiwa/contract/items.ts'

/** The files to count: of the folder, of the folder with all below, or (by id) of one folder with all below it. */
export type FolderFilter = FolderScope | number

export function readFilter(search: URLSearchParams): FolderFilter {
  const asked = search.get('folder') ?? ''
  if (asked === 'below') return 'below'
  const id = Number(asked)
  return Number.isInteger(id) && id > 0 ? id : 'folder'
}

export function writeFilter(search: URLSearchParams, filter: FolderFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  if (filter === 'folder') next.delete('folder')
  else next.set('folder', String(filter))
  return next
}

/** Parameters of the server call. */
export interface ScopedFolder {
  projectId: number
  scope: FolderScope
}

export function scopedFolderOf(projectId: number, filter: FolderFilter): ScopedFolder {
  return typeof filter === 'number' ? { projectId: filter, scope: 'below' } : { projectId, scope: filter }
}

export interface Subfolder {
  projectId: number
  /** Names on the path from the folder to it, its own name last. */
  path: readonly string[]
}

function foldersIn(items: readonly Item[], path: readonly string[]): Subfolder[] {
  return items.flatMap(({ resource_id: projectId, name, children }) => {
    const own = [...path, name]
    return [{ projectId, path: own }, ...foldersIn(children, own)]
  })
}

/** The folders below a folder, in tree order. */
export function subfoldersOf(items: readonly Item[], projectId: number): Subfolder[] {
  for (const { resource_id, children } of items) {
    const found = resource_id === projectId ? foldersIn(children, []) : subfoldersOf(children, projectId)
    if (found.length > 0) return found
  }
  return []
}
