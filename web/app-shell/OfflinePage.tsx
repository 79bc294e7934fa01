import { Button, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDateTime } from '../platform/dates.ts'
import { serverVersion } from '../platform/program-version.ts'
import { lastUserId } from '../platform/session.ts'
import { openStore } from '../recording/storage/open-store.ts'
import type { UnfinishedRecording } from '../recording/types.ts'
import { listStoredDrafts, type StoredDraft } from '../transcripts/editing/draft-store.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import styles from './AppShell.module.css'
import { losesWork } from './loses-work.ts'

/** Milliseconds between two attempts to reach the server. */
const RETRY_MS = 10_000

interface Kept {
  recordings: readonly UnfinishedRecording[]
  drafts: readonly StoredDraft[]
}

async function readKept(userId: number): Promise<Kept> {
  const [recordings, drafts] = await Promise.all([
    openStore().then((store) => store.list(userId)),
    listStoredDrafts(userId),
  ])
  return { recordings, drafts }
}

async function reloadWhenReachable(): Promise<void> {
  if (!losesWork() && (await serverVersion()) !== null) globalThis.location.reload()
}

function KeptList({ kept: { recordings, drafts } }: { kept: Kept }) {
  const { t } = useTranslation('appShell')
  if (recordings.length === 0 && drafts.length === 0) return <p className={styles.quiet}>{t('offlineNothing')}</p>
  return (
    <>
      {recordings.length > 0 && (
        <section>
          <Title order={2} size="h5">
            {t('offlineRecordings')}
          </Title>
          <p className={styles.quiet}>{t('offlineRecordingsText')}</p>
          <ul className={styles.list}>
            {recordings.map(({ header, details, seconds }) => (
              <li key={header.uuid} className={styles.row}>
                <span>{details.title || t('untitled')}</span>
                <span className={styles.quiet}>
                  {formatDateTime(header.startedAt)} · {formatClock(seconds)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {drafts.length > 0 && (
        <section>
          <Title order={2} size="h5">
            {t('offlineDrafts')}
          </Title>
          <p className={styles.quiet}>{t('offlineDraftsText')}</p>
          <ul className={styles.list}>
            {drafts.map(({ at, path }) => (
              <li key={`${path} ${at}`} className={styles.row}>
                <span>{t('offlineDraft', { date: formatDateTime(at) })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Shown by the service worker for every address while the server cannot be reached: what this device keeps. */
function OfflinePage() {
  const { t } = useTranslation('appShell')
  const [userId] = useState(lastUserId)
  const [kept, setKept] = useState<Kept | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (userId !== null) readKept(userId).then(setKept, () => setHasFailed(true))
  }, [userId])
  useEffect(() => {
    const retry = () => void reloadWhenReachable()
    const timer = setInterval(retry, RETRY_MS)
    globalThis.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', retry)
    }
  }, [])
  return (
    <PublicFrame title={t('offlineTitle')}>
      <p>{t('offlineText')}</p>
      <Button mb="lg" onClick={() => globalThis.location.reload()}>
        {t('offlineRetry')}
      </Button>
      {userId === null && <p className={styles.quiet}>{t('offlineUnknown')}</p>}
      {hasFailed && <p role="alert">{t('offlineUnreadable')}</p>}
      {kept && <KeptList kept={kept} />}
    </PublicFrame>
  )
}

export default OfflinePage
