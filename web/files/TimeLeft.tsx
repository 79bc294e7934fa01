import type { ProgressFields } from '@kaiwa/contract/progress.ts'
import { useTranslation } from 'react-i18next'
import styles from './FileStatus.module.css'
import { timeLeft } from './progress.ts'

/** The estimated time to the end of an analysis; nothing when it is unknown. */
export function TimeLeft({ file, now }: { file: ProgressFields; now: number }) {
  const { t } = useTranslation('workspace')
  const left = timeLeft(file, now)
  return left && <span className={styles.left}>{t(left.key, { hours: left.hours, minutes: left.minutes })}</span>
}
