import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/use-now.ts'
import { hasStoppedSending } from '../uploads/active-senders.ts'
import { percentOf, useUpload } from '../uploads/upload-store.ts'
import { FileActions } from './FileActions.tsx'
import { FileProgress, ProgressLine } from './FileProgress.tsx'
import { fileState } from './file-state.ts'
import styles from './FileStatus.module.css'

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

/** The status of a file in two lines: state and progress, time left and available actions. */
export function FileStatus({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const isInterrupted = useIsInterrupted(file)
  const { label, tone, hasProgress, actions } = fileState(file, isInterrupted)
  const text = t(`status.${label as 'processed'}`)
  return (
    <span className={styles.status} data-status={file.status}>
      <span className={styles.label} data-tone={tone} title={text}>
        {tone === 'done' && <IconCircleCheckFilled size={14} aria-hidden="true" />}
        <span>{text}</span>
      </span>
      {hasProgress && (file.status === 'waiting' ? <UploadProgress file={file} /> : <FileProgress file={file} />)}
      {actions.length > 0 && (
        <span className={styles.actions}>
          <FileActions file={file} actions={actions} />
        </span>
      )}
    </span>
  )
}
