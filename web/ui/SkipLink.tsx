import { useTranslation } from 'react-i18next'
import styles from './SkipLink.module.css'

/** The first tab stop: skips the repeated header and moves to `#content`. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className={styles.skip} href="#content">
      {t('skipToContent')}
    </a>
  )
}
