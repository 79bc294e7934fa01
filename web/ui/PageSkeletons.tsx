// Skeletons of the largest pages, rendered immediately while their code is loading. They contain only components that
// every page needs.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from './ListSkeleton.tsx'
import styles from './Skeletons.module.css'

/** The frame of a folder. `bar` is shown above its tabs once the folder is known. */
export function FolderBodySkeleton({ bar }: { bar?: ReactNode }) {
  return (
    <>
      <div className={styles.bar}>{bar ?? <span className={styles.line} style={{ width: 200 }} />}</div>
      <div className={styles.tabs} />
      <div className={styles.pane}>
        <ListSkeleton />
      </div>
    </>
  )
}

/** The frame of the page of a folder, with the tree on its left. */
export function FolderPageSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.side} />
      <main className={styles.main} id="content">
        <FolderBodySkeleton />
      </main>
    </div>
  )
}

const LINES = ['92%', '78%', '96%', '64%', '88%', '70%']

/** The frame of the page of a file: its header, its tabs, text and player. */
export function FilePageSkeleton() {
  const { t } = useTranslation()
  return (
    <main className={styles.main} id="content" data-kind="file">
      <div className={styles.header}>
        <span className={styles.line} style={{ width: 240 }} />
      </div>
      <div className={styles.tabs} />
      <output className={styles.text} aria-label={t('loading')}>
        {LINES.map((width) => (
          <span key={width} className={styles.line} style={{ width }} />
        ))}
      </output>
      <div className={styles.player} />
    </main>
  )
}
