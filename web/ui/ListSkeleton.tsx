import { useTranslation } from 'react-i18next'
import styles from './Skeletons.module.css'

const WIDTHS = ['46%', '62%', '38%', '54%', '70%', '42%']

/** Placeholder of a list with pictures that is loading, in rows of the list's height. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={styles.list} aria-label={t('loading')}>
      {WIDTHS.map((width) => (
        <span key={width} className={styles.row}>
          <span className={styles.picture} />
          <span className={styles.line} style={{ width }} />
        </span>
      ))}
    </output>
  )
}
