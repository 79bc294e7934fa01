import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { percentOf, useUpload } from '../uploads/upload-store.ts'
import { FileActions } from './FileActions.tsx'
import { FileProgress, ProgressLine } from './FileProgress.tsx'
import { fileState } from './file-state.ts'
import styles from './FileStatus.module.css'
import { RecordingTime } from './RecordingTime.tsx'
import { useIsInterrupted } from './use-is-interrupted.ts'

function receivedPercent({ upload, original_size: size }: ProjectFile): number {
  return size > 0 ? Math.min(99, Math.floor(((upload?.received ?? 0) / size) * 100)) : 0
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
      {file.is_recording && file.status === 'waiting' && !isInterrupted && <RecordingTime file={file} />}
      {hasProgress && (file.status === 'waiting' ? <UploadProgress file={file} /> : <FileProgress file={file} />)}
      {actions.length > 0 && (
        <span className={styles.actions}>
          <FileActions file={file} actions={actions} />
        </span>
      )}
    </span>
  )
}
