import type { FileRow, FileTableRow } from '@kaiwa/contract/workspace.ts'
import { Button, CloseButton } from '@mantine/core'
import { IconFolderShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from '../tree/Folder.module.css'
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
  const files = rows.filter((row): row is FileRow => !row.is_project)
  for (const [projectId, own] of Map.groupBy(files, ({ project_id }) => project_id))
    note(await call('deleteFiles', { params: { projectId }, query: { 'ids[]': own.map(({ id }) => id) } }))
  for (const folder of rows.filter((row) => row.is_project))
    note(await call('deleteItem', { params: { id: folder.item_id } }))
}

function useDeleteRows() {
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

interface Props {
  rows: readonly FileTableRow[]
  onMove: (rows: readonly FileTableRow[]) => void
  onClear: () => void
}

/** The number of selected rows, and their common actions. */
export function SelectionBar({ rows, onMove, onClear }: Props) {
  const { t } = useTranslation('workspace')
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeleteRows()
  const canMove = rows.every((row) => row.can.move)
  const canDelete = rows.every((row) => row.can.delete)
  const handleDelete = (): void =>
    remove.mutate(rows, {
      onSuccess: onClear,
      onSettled: () => setIsAsking(false),
    })
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('selection')}>
      <CloseButton aria-label={t('clearSelection')} onClick={onClear} />
      <span aria-live="polite">{t('selected', { count: rows.length })}</span>
      {canMove && (
        <Button
          variant="default"
          leftSection={<IconFolderShare size={16} aria-hidden="true" />}
          onClick={() => onMove(rows)}
        >
          {t('move')}
        </Button>
      )}
      {canDelete && (
        <Button
          variant="default"
          c="var(--kaiwa-bad)"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          {t('delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('deleteRowsTitle', { count: rows.length })}
        text={t('deleteRowsText')}
        confirmLabel={t('delete')}
        danger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}
