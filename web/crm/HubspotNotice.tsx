// Why something of HubSpot is not shown: it asks to wait, does not respond, or the connection has ended.
import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { useSignedIn } from '../platform/session.ts'
import { useNow } from '../platform/use-now.ts'
import styles from './Crm.module.css'
import { isDealMissing, isDisconnected, isUnavailable, isWait, retryTime } from './queries.ts'

/** Longer waits are shown in minutes. */
const MAX_SECONDS = 120

/** Counts down to the automatic retry. It is announced once, not every second. */
export function WaitNotice({ until }: { until: number }) {
  const { t } = useTranslation('crm')
  const seconds = Math.ceil((until - useNow()) / 1_000)
  const text =
    seconds > MAX_SECONDS
      ? t('wait.minutes', { minutes: Math.ceil(seconds / 60) })
      : seconds > 0
        ? t('wait.text', { count: seconds })
        : t('wait.soon')
  const [first] = useState(text)
  return (
    <p className={styles.wait}>
      <IconClock size={16} aria-hidden />
      <span aria-hidden>{text}</span>
      <VisuallyHidden role="status">{first}</VisuallyHidden>
    </p>
  )
}

/** Instructions after the connection has ended. The link opens another tab and says so, because this one may contain entries. */
export function Disconnected({ hasEntries = false }: { hasEntries?: boolean }) {
  const { t } = useTranslation('crm')
  const { user } = useSignedIn()
  const isOwner = user.can.connect_crm
  return (
    <div className={styles.problem} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <strong>{t('disconnected.title')}</strong>
        <p>
          {t(isOwner ? 'disconnected.owner' : 'disconnected.member')}
          {hasEntries && ` ${t('disconnected.kept')}`}
        </p>
        {isOwner && (
          <Anchor href="/mypage/hubspot-connect" target="_blank" underline="always" inherit>
            {t('disconnected.toPage')}
          </Anchor>
        )}
      </div>
    </div>
  )
}

interface Request {
  error: unknown
  /** The last failure, while the request is repeated. */
  failureReason: unknown
  refetch: () => Promise<unknown>
}

/** The state of a request to HubSpot that has no answer; nothing while it is under way. */
export function HubspotNotice({ error, failureReason, refetch }: Request) {
  const { t } = useTranslation('crm')
  if (!error) return isWait(failureReason) ? <WaitNotice until={retryTime(failureReason)} /> : null
  if (isDisconnected(error)) return <Disconnected />
  if (isDealMissing(error))
    return (
      <div className={styles.failed} role="alert">
        <p>{t('dealMissing')}</p>
      </div>
    )
  return (
    <div className={styles.failed} role="alert">
      <p>{isUnavailable(error) || isWait(error) ? t('wait.unavailable') : errorText(error)}</p>
      <Button variant="default" size="compact-md" onClick={() => void refetch()}>
        {t('wait.retry')}
      </Button>
    </div>
  )
}
