import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownPercent } from '../files/progress.ts'
import { RecordingTime } from '../files/RecordingTime.tsx'
import { TimeLeft } from '../files/TimeLeft.tsx'
import { useIsInterrupted } from '../files/use-is-interrupted.ts'
import { useNow } from '../platform/use-now.ts'
import styles from './FilePage.module.css'
import type { FileDetail } from './queries.ts'

/** Progress of the analysis and remaining time, updated every second; for a running recording, the time since its start. */
export function ProcessingProgress({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  const now = useNow()
  const percent = shownPercent(file, now)
  const isStalled = useIsInterrupted(file)
  if (file.is_recording && file.status === 'waiting')
    return (
      <div className={styles.strip} role="status">
        <span>{t(isStalled ? 'recordingStalled' : 'recording')}</span>
        {!isStalled && <RecordingTime file={file} isOpen />}
      </div>
    )
  const text = t(file.transcript.block_count > 0 ? 'processingReadable' : 'processing')
  return (
    <div className={styles.strip}>
      <span>{text}</span>
      <Progress className={styles.stripBar} value={percent} size="sm" aria-label={text} />
      <span className={styles.percent}>{t('percent', { percent })}</span>
      <TimeLeft file={file} now={now} />
    </div>
  )
}
