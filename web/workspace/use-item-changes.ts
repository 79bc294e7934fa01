// Actions on several rows, folders and files together.
import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import type { Cargo } from './moving.ts'
import { refreshTree, useChange } from './queries.ts'
import { tellDeleted } from './trash/tell-deleted.ts'

type Moving = { cargo: Cargo; destinationId: number }

export const useMoveItems = () => {
  const { t } = useTranslation('workspace')
  return useChange(
    ({ cargo: { sourceId, folderIds, fileIds }, destinationId }: Moving) =>
      call('moveItems', {
        params: { id: sourceId, destinationId },
        body: { target_item_ids: [...folderIds, ...fileIds] },
      }),
    {
      done: ({ cargo }) => t(cargo.folderIds.length > 0 ? 'folderMoved' : 'filesMoved'),
      on: 'move',
      refresh: refreshTree,
    },
  )
}

const refreshAll = async (client: QueryClient): Promise<void> => {
  await Promise.all([refreshTree(client), client.invalidateQueries({ queryKey: ['usage'] })])
}

/** Search results may be in several folders, and each folder needs its own call. Adds restorable items to `trashed`. */
const deleteRows = async (rows: readonly FileTableRow[], trashed: number[]): Promise<void> => {
  const note = ({ trashed_item_ids: itemIds }: { trashed_item_ids: number[] }) => trashed.push(...itemIds)
  const files = rows.filter((row): row is ProjectFile => !row.is_project)
  for (const [projectId, own] of Map.groupBy(files, ({ project_id }) => project_id))
    note(await call('deleteFiles', { params: { projectId }, query: { 'ids[]': own.map(({ id }) => id) } }))
  for (const folder of rows.filter((row) => row.is_project))
    note(await call('deleteItem', { params: { id: folder.item_id } }))
}

export const useDeleteRows = () => {
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
        if (itemIds.length > 0) tellDeleted(t(what), itemIds)
        await refreshAll(client)
        throw error
      }
      tellDeleted(t(what), itemIds)
    },
    { refresh: refreshAll },
  )
}
