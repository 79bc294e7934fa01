import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../billing/Usage.module.css'

/** Shown above every page to the owner of an empty workspace without a subscription (BILL-27). */
export function BuyBanner() {
  const { t } = useTranslation('payment')
  return (
    <aside className={styles.banner} aria-label={t('none.title')}>
      <p className={styles.sentence}>{t('notice.owner')}</p>
      <Button component={Link} to="/mypage/payment" size="compact-xs">
        {t('none.buy')}
      </Button>
    </aside>
  )
}
