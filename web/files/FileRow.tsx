import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { memo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { percentOf, useUpload } from '../uploads/upload-store.ts'
import { useNow } from '../platform/use-now.ts'
import { hasStoppedSending } from '../uploads/active-senders.ts'
import { fileAddress } from './file-address.ts'
import { fileState, isInProgress } from './file-state.ts'
import styles from './FileTable.module.css'
import { Hits } from './Hits.tsx'
import { rowName } from './row-name.ts'
import { SmallFacts } from './RowFacts.tsx'
import { RowMenuButton } from './RowMenuButton.tsx'
import { TableRow } from './TableRow.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { FileNoteLine } from './FileNoteLine.tsx'
import { FileActions } from './FileActions.tsx'
import { FileProgress, ProgressLine } from './FileProgress.tsx'
import statusStyles from './FileStatus.module.css'

/** Milliseconds without a new byte after which an upload from another page counts as interrupted. */
const STALLED_MS = 45_000

/**
 * True when no client sends the bytes of a waiting file: this page stopped, this browser was reloaded, or the server
 * received nothing for a while (PROC-06).
 */
function useIsInterrupted({ status, upload }: ProjectFile): boolean {
  const own = useUpload(upload?.id ?? null)
  const now = useNow()
  const received = upload?.received ?? 0
  const [lastReceived, setLastReceived] = useState({ received, at: now })
  if (received !== lastReceived.received) setLastReceived({ received, at: now })
  if (status !== 'waiting' || upload === null) return false
  if (own) return own.phase === 'interrupted' || own.phase === 'failed'
  return hasStoppedSending(upload.id) || now - lastReceived.at > STALLED_MS
}

function receivedPercent({ upload, original_size }: ProjectFile): number {
  return Math.min(99, Math.floor(((upload?.received ?? 0) / Math.max(1, original_size * 1_048_576)) * 100))
}

function UploadProgress({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const own = useUpload(file.upload?.id ?? null)
  const percent = own ? percentOf(own) : receivedPercent(file)
  return <ProgressLine percent={percent} label={t('progressOf', { name: file.title })} />
}

/** The status of a file: state, progress, note and available actions. */
export function FileStatus({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const isInterrupted = useIsInterrupted(file)
  const { label, tone, hasProgress, actions } = fileState(file, isInterrupted)
  const text = t(`status.${label as 'processed'}`)
  return (
    <span className={statusStyles.status} data-status={file.status}>
      <span className={statusStyles.line}>
        <span className={statusStyles.label} data-tone={tone}>
          {tone === 'done' && <IconCircleCheckFilled size={14} aria-hidden="true" />}
          {text}
        </span>
        {hasProgress && (file.status === 'waiting' ? <UploadProgress file={file} /> : <FileProgress file={file} />)}
        <FileActions file={file} actions={actions} />
      </span>
      <FileNoteLine file={file} />
    </span>
  )
}

const FileMenu = lazyMenu<{ file: ProjectFile }>(
  ({ file }, button) => <RowMenuButton name={file.title} {...button} />,
  async () => (await import('./FileRowMenuOpened.tsx')).FileRowMenuOpened,
)

/** True when the file's menu has an entry for the user. */
function hasMenu(file: ProjectFile): boolean {
  return !isInProgress(file) && (file.can.rename || file.can.move || file.can.download || file.can.delete)
}

interface Props {
  file: ProjectFile
  query: string
  isSelected: boolean
}

/** A file in its folder's table. A file that can be opened opens by its name or a double click (WS-25, PROC-15). */
export const FileRow = memo(({ file, query, isSelected }: Props) => {
  const navigate = useNavigate()
  const { title, can } = file
  const address = fileAddress(file, { search: query })
  return (
    <TableRow
      row={file}
      isSelected={isSelected}
      onOpen={can.open ? () => void navigate(address) : null}
      menu={hasMenu(file) && <FileMenu file={file} />}
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
