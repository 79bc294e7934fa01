import { useTranslation } from 'react-i18next'
import { hasStopped } from '../files/file-stage.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './FilePage.module.css'
import { ProcessingOutcome } from './ProcessingOutcome.tsx'
import { ProcessingProgress } from './ProcessingProgress.tsx'
import type { FileDetail } from './queries.ts'

function Waiting({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  return (
    <EmptyState
      title={t(file.is_recording ? 'recordingTitle' : 'waitingTitle')}
      text={t(file.is_recording ? 'recordingText' : 'waitingText')}
    >
      <div className={styles.waitingStrip}>
        <ProcessingProgress file={file} />
      </div>
    </EmptyState>
  )
}

function Empty() {
  const { t } = useTranslation('transcripts')
  return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
}

/** Shows why the page has no transcript, with the possible actions. */
export function TranscriptMissing({ file }: { file: FileDetail }) {
  if (hasStopped(file.status)) return <ProcessingOutcome file={file} />
  if (file.status !== 'processed') return <Waiting file={file} />
  return <Empty />
}
