import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'

const LINES = ['92%', '78%', '96%', '64%', '88%', '70%', '94%', '52%']

/** Placeholder of a transcript that is loading. */
export function TranscriptSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={styles.skeleton} aria-label={t('loading')}>
      {LINES.map((width) => (
        <Skeleton key={width} height={14} width={width} radius="sm" />
      ))}
    </output>
  )
}

/** Placeholder of the whole page. */
export function FileSkeleton() {
  return (
    <main className={styles.page} id="content">
      <div className={styles.header}>
        <Skeleton height={20} width={240} radius="sm" />
      </div>
      <div className={styles.toolbar} />
      <div className={styles.scroller}>
        <TranscriptSkeleton />
      </div>
      <div className={styles.barSkeleton} />
    </main>
  )
}
