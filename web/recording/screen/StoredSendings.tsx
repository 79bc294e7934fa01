import { Button } from '@mantine/core'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../platform/query-client.ts'
import { toast } from '../../platform/toasts.ts'
import { refreshFiles } from '../../tree/queries.ts'
import { rememberFolder } from '../../uploads/last-folders.ts'
import { sendFinished } from '../session/recording-session.ts'
import { SendingStopped, stopSending, useStoredSendings } from '../session/stored-sendings.ts'
import { refreshStored } from './outcome.ts'
import { sendFailureText } from './send-failure.ts'
import styles from './RecordingBar.module.css'

/** Milliseconds between searches for recordings that another tab has left. */
const SEARCH_MS = 60_000

function sendAll(userId: number): void {
  void sendFinished(userId, (name, result) => {
    refreshStored()
    if ('projectId' in result) {
      rememberFolder(result.projectId)
      toast.success(i18next.t('recording:storedSent', { name }))
      void refreshFiles(queryClient)
    } else if (!(result.error instanceof SendingStopped)) {
      toast.error(i18next.t('recording:storedRefused', { name, reason: sendFailureText(result.error) }))
    }
  }).catch(() => undefined)
}

/** Sends recordings of this browser that were finished and not sent completely, and shows those that are being sent. */
export function StoredSendings({ userId }: { userId: number }) {
  const { t } = useTranslation('recording')
  const sendings = useStoredSendings()
  useEffect(() => {
    sendAll(userId)
    const timer = setInterval(() => sendAll(userId), SEARCH_MS)
    return () => clearInterval(timer)
  }, [userId])
  return sendings.map(({ uuid, title, size, sent }) => (
    <aside key={uuid} className={styles.bar} data-phase="stopped" aria-label={t('barStopped', { name: title })}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>{t('barStopped', { name: title })}</span>
      <span className={styles.time}>{`${Math.min(99, Math.floor((sent / Math.max(1, size)) * 100))}%`}</span>
      <Button size="compact-sm" variant="subtle" className={styles.link ?? ''} onClick={() => void stopSending(uuid)}>
        {t('stopSending')}
      </Button>
    </aside>
  ))
}
