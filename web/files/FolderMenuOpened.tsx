import type { FolderRow } from '@kaiwa/contract/workspace.ts'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TableContext } from './table-context.ts'
import { useDeleteFolder, useRenameFolder } from '../tree/use-folder-changes.ts'

/** The opened menu of a folder in its parent's table, with its dialogs. */
export function FolderMenuOpened({ folder }: { folder: FolderRow }) {
  const { t } = useTranslation('workspace')
  const { onMove } = useContext(TableContext)
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const { item_id: itemId, name, can } = folder
  const rename = useRenameFolder(itemId)
  const remove = useDeleteFolder()
  const close = (): void => setDialog(null)
  return (
    <>
      <RowMenu
        name={name}
        onMove={can.move ? () => onMove([folder]) : null}
        onRename={can.rename ? () => setDialog('rename') : null}
        onDownload={null}
        onDelete={can.delete ? () => setDialog('delete') : null}
      />
      <NameDialog
        opened={dialog === 'rename'}
        title={t('renameFolderTitle')}
        label={t('folderName')}
        submitLabel={t('rename')}
        initial={name}
        onSubmit={(next) => rename.mutateAsync({ name: next })}
        onClose={close}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('deleteFolderTitle')}
        text={t('deleteFolderText', { name })}
        confirmLabel={t('delete')}
        danger
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ itemId }, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}
