import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fileAddress } from './file-address.ts'
import { isInProgress } from './file-state.ts'
import { FileStatus } from './FileStatus.tsx'
import styles from './FileTable.module.css'
import { Hits } from './Hits.tsx'
import { NameDialog } from './NameDialog.tsx'
import { meansRow, rowName } from './row-name.ts'
import { RowFacts, SmallFacts } from './RowFacts.tsx'
import { RowMenu } from './RowMenu.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { useDeleteFile, useRenameFile } from './use-file-changes.ts'

/** A file in its folder's table; only one that can be read opens, by its name or a double click (WS-25, PROC-15). */
export const FileRow = memo(({ file, query }: { file: ProjectFile; query: string }) => {
  const { t } = useTranslation('workspace')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameFile(file)
  const remove = useDeleteFile(file)
  const { title, can } = file
  const address = fileAddress(file, { search: query })
  const hasMenu = !isInProgress(file)
  const close = (): void => setDialog(null)
  return (
    <tr
      aria-label={title}
      onDoubleClick={(event) => {
        if (can.open && meansRow(event)) void navigate(address)
      }}
    >
      <td data-column="name">
        <div className={styles.what}>
          <Thumbnail file={file} />
          <div className={styles.about}>
            {can.open ? (
              <Link className={styles.name} to={address} title={title} {...rowName}>
                {title}
              </Link>
            ) : (
              <span className={styles.name} title={title}>
                {title}
              </span>
            )}
            <SmallFacts row={file} />
            <FileStatus file={file} />
            {file.metadata.length > 0 && <Hits key={query} file={file} query={query} />}
          </div>
        </div>
      </td>
      <RowFacts row={file} />
      <td data-column="menu">
        <RowMenu
          name={title}
          onRename={hasMenu && can.rename ? () => setDialog('rename') : null}
          onDelete={hasMenu && can.delete ? () => setDialog('delete') : null}
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
      </td>
    </tr>
  )
})
