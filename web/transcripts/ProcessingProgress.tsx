import { Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { progressPercent } from '../files/progress.ts'
import styles from './FilePage.module.css'
import type { FileDetail } from './queries.ts'

/** Progress of the analysis of a file, updated every second. */
export function ProcessingProgress({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const percent = progressPercent(file, now)
  const text = t(file.transcript.block_count > 0 ? 'processingReadable' : 'processing')
  return (
    <div className={styles.strip}>
      <span>{text}</span>
      <Progress className={styles.stripBar} value={percent} size="sm" aria-label={text} />
      <span className={styles.percent}>{t('percent', { percent })}</span>
    </div>
  )
}
