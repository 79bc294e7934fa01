import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../platform/dates.ts'
import { useNow } from '../platform/use-now.ts'
import styles from './FileStatus.module.css'

/** The time since the start of a running recording, including pauses, and a note once its file can be opened. */
export function RecordingTime({ file: { created_at: at, can } }: { file: Pick<ProjectFile, 'created_at' | 'can'> }) {
  const { t } = useTranslation('workspace')
  const seconds = (useNow() - Date.parse(at)) / 1_000
  return (
    <>
      <span className={styles.percent}>{t('recordingSince', { time: formatClock(seconds) })}</span>
      <span className={styles.left}>{t(can.open ? 'recordingReadable' : 'recordingClosed')}</span>
    </>
  )
}
