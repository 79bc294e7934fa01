import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import type { QuotaName } from './usage-rows.ts'
import styles from './Usage.module.css'

const DISMISSED_KEY = 'kaiwa.limits-seen'

/**
 * Shows the paying user which limits are reached (BILL-28). A dismissed banner stays hidden until another limit is
 * reached.
 */
export function LimitBanner({ reached, isTrial }: { reached: readonly QuotaName[]; isTrial: boolean }) {
  const { t } = useTranslation('billing')
  const common = useTranslation().t
  const { user } = useSignedIn()
  // Dismissal is stored per month and user.
  const [month] = useState(() => new Date().toISOString().slice(0, 7))
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY))
  const fingerprint = [user.id, month, ...reached].join()
  if (dismissed === fingerprint) return null
  const dismiss = (): void => {
    localStorage.setItem(DISMISSED_KEY, fingerprint)
    setDismissed(fingerprint)
  }
  return (
    <aside className={styles.banner} aria-label={t('title')}>
      <IconAlertTriangle size={16} aria-hidden="true" className={styles.sign ?? ''} />
      <p className={styles.sentence}>
        {t(isTrial ? 'trialBanner' : 'banner')} <span>{reached.map((what) => t(`counted.${what}`)).join(' / ')}</span>
      </p>
      <Button component={Link} to="/mypage/payment" size="compact-xs">
        {t('toPayment')}
      </Button>
      <InquiryButton size="compact-xs" />
      <CloseButton size="sm" aria-label={common('close')} onClick={dismiss} />
    </aside>
  )
}
