import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { memo, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fileAddress } from './file-address.ts'
import { isInProgress } from './file-state.ts'
import { FileStatus } from './FileStatus.tsx'
import styles from './FileTable.module.css'
import { Hits } from './Hits.tsx'
import { NameDialog } from './NameDialog.tsx'
import { rowName } from './row-name.ts'
import { SmallFacts } from './RowFacts.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TableContext } from './table-context.ts'
import { TableRow } from './TableRow.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { useDeleteFile, useDownloadFile, useRenameFile } from './use-file-changes.ts'

const FileMenu = ({ file }: { file: ProjectFile }) => {
  const { t } = useTranslation('workspace')
  const { onMove } = useContext(TableContext)
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameFile(file)
  const remove = useDeleteFile(file)
  const download = useDownloadFile(file)
  const { title, can } = file
  const close = (): void => setDialog(null)
  if (isInProgress(file)) return null
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

type Props = { file: ProjectFile; query: string; isSelected: boolean }

/** A file in its folder's table; only one that can be read opens, by its name or a double click (WS-25, PROC-15). */
export const FileRow = memo(({ file, query, isSelected }: Props) => {
  const navigate = useNavigate()
  const { title, can } = file
  const address = fileAddress(file, { search: query })
  return (
    <TableRow
      row={file}
      isSelected={isSelected}
      onOpen={can.open ? () => void navigate(address) : null}
      menu={<FileMenu file={file} />}
    >
      <Thumbnail file={file} />
      <div className={styles.about}>
        {can.open ? (
          <Link className={styles.name} to={address} title={title} draggable={false} {...rowName}>
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
    </TableRow>
  )
})
