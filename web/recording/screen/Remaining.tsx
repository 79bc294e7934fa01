import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../../billing/queries.ts'
import { formatSize, toMb } from '../../platform/format-size.ts'
import { Notice } from './Notice.tsx'
import styles from './Recording.module.css'

/** Milliseconds between requests for what is left, while a recording may use it up. */
const POLL_MS = 60_000

/** Free space on this device below which a long recording may not fit. */
const LOW_SPACE_BYTES = 500 * 1_048_576

export function isLowSpace(freeBytes: number | null): boolean {
  return freeBytes !== null && freeBytes < LOW_SPACE_BYTES
}

/** Remaining storage and minutes of the workspace, refetched while the screen is open. */
export function useRemaining() {
  return useQuery({ ...usageQuery, refetchInterval: POLL_MS }).data
}

/** Limits of a recording without storage or minutes (BILL-40, BILL-41). `hasStorageNotice`: shown by another notice. */
export function QuotaNotices({ hasStorageNotice = false }: { hasStorageNotice?: boolean }) {
  const { t } = useTranslation('recording')
  const usage = useRemaining()
  return (
    <>
      {usage && !usage.flags.upload && !hasStorageNotice && <Notice kind="warning" text={t('noStorage')} />}
      {usage && !usage.flags.analyze && <Notice kind="warning" text={t('noMinutes')} />}
    </>
  )
}

/** Remaining storage and minutes, and free space of this device. */
export function Remaining({ freeBytes }: { freeBytes: number | null }) {
  const { t } = useTranslation('recording')
  const usage = useRemaining()
  return (
    <ul className={styles.facts} aria-label={t('setup.remaining')}>
      {usage && <li>{t('setup.storage', { size: formatSize(usage.remain.storage) })}</li>}
      {usage && <li>{t('setup.minutes', { count: Math.floor(usage.remain.minute) })}</li>}
      <li>{freeBytes === null ? t('freeUnknown') : t('free', { size: formatSize(toMb(freeBytes)) })}</li>
    </ul>
  )
}
