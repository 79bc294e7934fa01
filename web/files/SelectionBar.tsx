import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { Button, CloseButton } from '@mantine/core'
import { IconFolderShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from '../tree/Folder.module.css'
import { useDeleteRows } from './use-delete-rows.ts'

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
