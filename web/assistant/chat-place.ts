import { useMatch } from 'react-router'
import { useTree } from '../platform/tree-query.ts'

/** The folder that a page shows, and the file if it shows one. */
export interface ChatPlace {
  projectId: number
  fileId: number | null
}

/** The open folder or file that can be asked about; null on other pages, and in the root itself (UI-04). */
export function useChatPlace(): ChatPlace | null {
  const file = useMatch('/projects/:id/files/:fileId')
  const folder = useMatch('/projects/:id')
  const { all_items: items } = useTree()
  const projectId = Number((file ?? folder)?.params.id)
  const fileId = file ? Number(file.params['fileId']) : null
  if (!(projectId > 0) || Number.isNaN(fileId)) return null
  const isRoot = items.some(({ resource_id: id, is_root_item }) => is_root_item && id === projectId)
  return isRoot && fileId === null ? null : { projectId, fileId }
}
