import { Anchor, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { isOfflinePage } from '../platform/program-version.ts'
import styles from './AppShell.module.css'
import { watchLaunches } from './launches.ts'
import { registerWorker } from './register-worker.ts'
import { cancelUpdate, checkForUpdate, updateNow, useUpdate, watchUpdates } from './update.ts'

/** Starts the parts of the installed app that run on each page. */
function startAppShell(): void {
  watchUpdates()
  watchLaunches()
  // A chunk of this version may be gone because the server has another one.
  globalThis.addEventListener('vite:preloadError', () => void checkForUpdate())
  if (isOfflinePage()) return
  void registerWorker()
}

let isStarted = false

/** Says that there is a new version, and updates when the person agrees. */
function UpdateNotice() {
  const { t } = useTranslation('appShell')
  const { available, phase } = useUpdate()
  const { pathname } = useLocation()
  const [putOff, setPutOff] = useState<string | null>(null)
  const isWaiting = phase === 'waiting'
  const isShown = available !== null && pathname !== '/update' && (isWaiting || putOff !== available)
  return (
    <div role="status">
      {isShown && (
        <div className={styles.notice}>
          <span className={styles.noticeText}>{t(isWaiting ? 'updateWaiting' : 'updateAvailable')}</span>
          {isWaiting ? (
            <Button size="compact-sm" variant="default" onClick={cancelUpdate}>
              {t('updateStop')}
            </Button>
          ) : (
            <>
              <Button size="compact-sm" onClick={updateNow}>
                {t('updateNow')}
              </Button>
              <Anchor component={Link} to="/update" size="sm" className={styles.noticeLink ?? ''}>
                {t('updateDetails')}
              </Anchor>
              <Button size="compact-sm" variant="subtle" onClick={() => setPutOff(available)}>
                {t('updateLater')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** Parts of the installed app on every page, loaded after the page. */
export function AppShell() {
  useEffect(() => {
    if (isStarted) return
    isStarted = true
    startAppShell()
  }, [])
  return <UpdateNotice />
}
