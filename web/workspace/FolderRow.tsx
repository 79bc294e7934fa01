import type { FolderRow as Folder } from '@kaiwa/contract/workspace.ts'
import { IconFolderFilled } from '@tabler/icons-react'
import { memo, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './FileTable.module.css'
import { NameDialog } from './NameDialog.tsx'
import { rowName } from './row-name.ts'
import { SmallFacts } from './RowFacts.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TableContext } from './table-context.ts'
import { TableRow } from './TableRow.tsx'
import { useDeleteFolder, useRenameFolder } from './use-folder-changes.ts'

const FolderMenu = ({ folder }: { folder: Folder }) => {
  const { t } = useTranslation('workspace')
  const { onMove } = useContext(TableContext)
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameFolder()
  const remove = useDeleteFolder()
  const { item_id: itemId, name, can } = folder
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
        onSubmit={(next) => rename.mutateAsync({ itemId, name: next })}
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

/** A folder in its parent's table; a double click anywhere in the row opens it (WS-24). */
export const FolderRow = memo(({ folder, isSelected }: { folder: Folder; isSelected: boolean }) => {
  const navigate = useNavigate()
  const address = `/projects/${folder.id}`
  return (
    <TableRow
      row={folder}
      isSelected={isSelected}
      onOpen={() => void navigate(address)}
      menu={<FolderMenu folder={folder} />}
    >
      <span className={styles.icon}>
        <IconFolderFilled size={24} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <Link className={styles.name} to={address} title={folder.name} draggable={false} {...rowName}>
          {folder.name}
        </Link>
        <SmallFacts row={folder} />
      </div>
    </TableRow>
  )
})
