import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localStore } from '../platform/browser-storage.ts'
import { useSignedIn } from '../platform/session.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import type { BannerState, QuotaName } from './usage-rows.ts'
import styles from './Usage.module.css'

const DISMISSED_KEY = 'kaiwa.limits-seen'

const SENTENCES = { plan: 'banner', trial: 'trialBanner', suspended: 'suspendedBanner' } as const

/**
 * Shows the paying user which limits are reached (BILL-28), or that the contract is suspended. A dismissed banner stays
 * hidden until another limit is reached or the state changes.
 */
export function LimitBanner({ reached, state }: { reached: readonly QuotaName[]; state: BannerState }) {
  const { t } = useTranslation('billing')
  const common = useTranslation().t
  const { user } = useSignedIn()
  // Dismissal is stored per month and user.
  const [month] = useState(() => new Date().toISOString().slice(0, 7))
  const [dismissed, setDismissed] = useState(() => localStore.read(DISMISSED_KEY))
  const fingerprint = [user.id, month, ...(state === 'suspended' ? [state] : []), ...reached].join()
  if (dismissed === fingerprint) return null
  const dismiss = (): void => {
    localStore.write(DISMISSED_KEY, fingerprint)
    setDismissed(fingerprint)
  }
  return (
    <aside className={styles.banner} aria-label={t('title')}>
      <IconAlertTriangle size={16} aria-hidden="true" className={styles.sign ?? ''} />
      <p className={styles.sentence}>
        {t(SENTENCES[state])}
        {state !== 'suspended' && <span> {reached.map((what) => t(`counted.${what}`)).join(' / ')}</span>}
      </p>
      <Button component={Link} to="/mypage/payment" size="compact-xs">
        {t(state === 'suspended' ? 'checkCard' : 'toPayment')}
      </Button>
      <InquiryButton size="compact-xs" />
      <CloseButton size="sm" aria-label={common('close')} onClick={dismiss} />
    </aside>
  )
}
