// The tab and filter of a folder page, as encoded in the URL.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import type { Item } from '@kaiwa/contract/items.ts'

// Tab numbers of the specification; 3 is reserved for the report page (WS-19).
const NUMBERS = { files: 1, tags: 2, speakers: 4 } as const
export type FolderTab = keyof typeof NUMBERS
export const FOLDER_TABS = ['files', 'tags', 'speakers'] as const satisfies readonly FolderTab[]

/** The tab of a URL; files by default. */
export const readTab = (search: URLSearchParams): FolderTab =>
  FOLDER_TABS.find((tab) => search.get('tab') === String(NUMBERS[tab])) ?? 'files'

/** The URL of a tab. Drops the page and query of the previous tab's list. */
export const writeTab = (search: URLSearchParams, tab: FolderTab): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const key of ['page', 'query']) next.delete(key)
  if (tab === 'files') next.delete('tab')
  else next.set('tab', String(NUMBERS[tab]))
  return next
}

/** The files to count: of the folder, of the folder with all below, or (by id) of one folder with all below it. */
export type FolderFilter = FolderScope | number

export const readFilter = (search: URLSearchParams): FolderFilter => {
  const asked = search.get('folder') ?? ''
  if (asked === 'below') return 'below'
  const id = Number(asked)
  return Number.isInteger(id) && id > 0 ? id : 'folder'
}

export const writeFilter = (search: URLSearchParams, filter: FolderFilter): URLSearchParams => {
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

export const scopedFolderOf = (projectId: number, filter: FolderFilter): ScopedFolder =>
  typeof filter === 'number' ? { projectId: filter, scope: 'below' } : { projectId, scope: filter }

export interface Subfolder {
  projectId: number
  /** Names on the path from the folder to it, its own name last. */
  path: readonly string[]
}

const foldersIn = (items: readonly Item[], path: readonly string[]): Subfolder[] =>
  items.flatMap(({ resource_id: projectId, name, children }) => {
    const own = [...path, name]
    return [{ projectId, path: own }, ...foldersIn(children, own)]
  })

/** The folders below a folder, in tree order. */
export const subfoldersOf = (items: readonly Item[], projectId: number): Subfolder[] => {
  for (const { resource_id, children } of items) {
    const found = resource_id === projectId ? foldersIn(children, []) : subfoldersOf(children, projectId)
    if (found.length > 0) return found
  }
  return []
}
