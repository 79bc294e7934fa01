import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { useChange } from '../platform/use-change.ts'
import { notifyDeleted } from '../tree/notify-deleted.ts'
import { refreshTree } from '../tree/queries.ts'

async function refreshAll(client: QueryClient): Promise<void> {
  await Promise.all([refreshTree(client), client.invalidateQueries({ queryKey: ['usage'] })])
}

/** Search results may be in several folders, and each folder needs its own call. Adds restorable items to `trashed`. */
async function deleteRows(rows: readonly FileTableRow[], trashed: number[]): Promise<void> {
  const note = ({ trashed_item_ids: itemIds }: { trashed_item_ids: number[] }) => trashed.push(...itemIds)
  const files = rows.filter((row): row is ProjectFile => !row.is_project)
  for (const [projectId, own] of Map.groupBy(files, ({ project_id }) => project_id))
    note(await call('deleteFiles', { params: { projectId }, query: { 'ids[]': own.map(({ id }) => id) } }))
  for (const folder of rows.filter((row) => row.is_project))
    note(await call('deleteItem', { params: { id: folder.item_id } }))
}

export function useDeleteRows() {
  const { t } = useTranslation('workspace')
  const client = useQueryClient()
  return useChange(
    async (rows: readonly FileTableRow[]) => {
      const folders = rows.filter((row) => row.is_project).length
      const what = folders === rows.length ? 'folderDeleted' : folders === 0 ? 'fileDeleted' : 'rowsDeleted'
      const itemIds: number[] = []
      try {
        await deleteRows(rows, itemIds)
      } catch (error) {
        // Items deleted before the failure can still be restored.
        if (itemIds.length > 0) notifyDeleted(t(what), itemIds)
        await refreshAll(client)
        throw error
      }
      notifyDeleted(t(what), itemIds)
    },
    { refresh: refreshAll },
  )
}
