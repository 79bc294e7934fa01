// What is done to several rows at once, folders and files alike.
import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import type { Cargo } from './moving.ts'
import { refreshTree, useChange } from './queries.ts'

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

/** Files of a search stand in several folders, and each folder is a call. */
const deleteRows = async (rows: readonly FileTableRow[]): Promise<void> => {
  const files = rows.filter((row): row is ProjectFile => !row.is_project)
  for (const [projectId, own] of Map.groupBy(files, ({ project_id }) => project_id))
    await call('deleteFiles', { params: { projectId }, query: { 'ids[]': own.map(({ id }) => id) } })
  for (const folder of rows.filter((row) => row.is_project))
    await call('deleteItem', { params: { id: folder.item_id } })
}

export const useDeleteRows = () => {
  const { t } = useTranslation('workspace')
  return useChange(deleteRows, {
    done: (rows) => {
      const folders = rows.filter((row) => row.is_project).length
      if (folders === rows.length) return t('folderDeleted')
      return t(folders === 0 ? 'fileDeleted' : 'rowsDeleted')
    },
    refresh: refreshAll,
  })
}
