import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Screen.module.css'

/** Shown while a page or content is loading, after a short delay so that fast loads do not flicker. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <output className={styles.screen} aria-label={t('loading')}>
      <Loader size="sm" className={styles.late} />
    </output>
  )
}
