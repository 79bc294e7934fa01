import type { FileRow } from '@kaiwa/contract/workspace.ts'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TableContext } from './table-context.ts'
import { useDeleteFile, useDownloadFile, useRenameFile } from './use-file-changes.ts'

/** The opened menu of a file in its folder's table, with its dialogs. */
export function FileRowMenuOpened({ file }: { file: FileRow }) {
  const { t } = useTranslation('workspace')
  const { onMove } = useContext(TableContext)
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameFile(file)
  const remove = useDeleteFile(file)
  const download = useDownloadFile(file)
  const { title, can } = file
  const close = (): void => setDialog(null)
  return (
    <>
      <RowMenu
        name={title}
        onMove={can.move ? () => onMove([file]) : null}
        onRename={can.rename ? () => setDialog('rename') : null}
        onDownload={can.download ? () => download.mutate(undefined) : null}
        onDelete={can.delete ? () => setDialog('delete') : null}
      />
      <NameDialog
        opened={dialog === 'rename'}
        title={t('renameFileTitle')}
        label={t('fileName')}
        submitLabel={t('rename')}
        initial={title}
        onSubmit={(next) => rename.mutateAsync(next)}
        onClose={close}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('deleteFileTitle')}
        text={t('deleteFileText', { name: title })}
        confirmLabel={t('delete')}
        danger
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}
