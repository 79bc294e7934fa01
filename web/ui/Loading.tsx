import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Screen.module.css'

/** While a page or its content comes. It shows after a moment only, so that quick loads do not flicker. */
export const Loading = () => {
  const { t } = useTranslation()
  return (
    <output className={styles.screen} aria-label={t('loading')}>
      <Loader size="sm" className={styles.late} />
    </output>
  )
}
