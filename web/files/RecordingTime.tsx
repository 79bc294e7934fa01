import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../platform/dates.ts'
import { useNow } from '../platform/use-now.ts'
import styles from './FileStatus.module.css'

interface Props {
  file: Pick<ProjectFile, 'created_at' | 'can'>
  /** On the page of the file, which says nothing about opening it. */
  isOpen?: boolean
}

/** The time since the start of a running recording, including pauses; in a list also whether its file can be opened. */
export function RecordingTime({ file: { created_at: at, can }, isOpen = false }: Props) {
  const { t } = useTranslation('workspace')
  const seconds = (useNow() - Date.parse(at)) / 1_000
  return (
    <>
      <span className={styles.percent}>{t('recordingSince', { time: formatClock(seconds) })}</span>
      {!isOpen && <span className={styles.left}>{t(can.open ? 'recordingReadable' : 'recordingClosed')}</span>}
    </>
  )
}
