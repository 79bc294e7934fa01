import { useTranslation } from 'react-i18next'
import styles from './SkipLink.module.css'

/** The first stop of the keyboard: past what stands on every page. It leads to `#content`. */
export const SkipLink = () => {
  const { t } = useTranslation()
  return (
    <a className={styles.skip} href="#content">
      {t('skipToContent')}
    </a>
  )
}
