import type { FolderRow as Folder } from '@kaiwa/contract/workspace.ts'
import { IconFolderFilled } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './FileTable.module.css'
import { NameDialog } from './NameDialog.tsx'
import { meansRow, rowName } from './row-name.ts'
import { RowFacts, SmallFacts } from './RowFacts.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useDeleteFolder, useRenameFolder } from './use-folder-changes.ts'

const FolderName = ({ folder }: { folder: Folder }) => (
  <div className={styles.what}>
    <span className={styles.icon}>
      <IconFolderFilled size={24} aria-hidden="true" />
    </span>
    <div className={styles.about}>
      <Link className={styles.name} to={`/projects/${folder.id}`} title={folder.name} {...rowName}>
        {folder.name}
      </Link>
      <SmallFacts row={folder} />
    </div>
  </div>
)

/** A folder in its parent's table; a double click anywhere in the row opens it (WS-24). */
export const FolderRow = memo(({ folder }: { folder: Folder }) => {
  const { t } = useTranslation('workspace')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameFolder()
  const remove = useDeleteFolder()
  const { id, item_id: itemId, name, can } = folder
  const close = (): void => setDialog(null)
  return (
    <tr
      aria-label={name}
      onDoubleClick={(event) => {
        if (meansRow(event)) void navigate(`/projects/${id}`)
      }}
    >
      <td data-column="name">
        <FolderName folder={folder} />
      </td>
      <RowFacts row={folder} />
      <td data-column="menu">
        <RowMenu
          name={name}
          onRename={can.rename ? () => setDialog('rename') : null}
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
      </td>
    </tr>
  )
})
