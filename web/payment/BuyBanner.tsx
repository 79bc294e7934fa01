import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import styles from '../billing/Usage.module.css'

const PAYMENT_PAGE = '/mypage/payment'

/** Shown above every other page to the owner of an empty workspace without a subscription (BILL-27). */
export function BuyBanner() {
  const { t } = useTranslation('payment')
  if (useLocation().pathname === PAYMENT_PAGE) return null
  return (
    <aside className={styles.banner} aria-label={t('none.title')}>
      <p className={styles.sentence}>{t('notice.owner')}</p>
      <Button component={Link} to={PAYMENT_PAGE} size="compact-xs">
        {t('none.buy')}
      </Button>
    </aside>
  )
}
