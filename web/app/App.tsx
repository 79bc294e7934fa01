import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../platform/query-client.ts'
import { theme } from '../platform/theme.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { GuardedRouter } from '../platform/GuardedRouter.tsx'
import { useOnline } from '../platform/online.ts'
import { isOfflinePage } from '../platform/program-version.ts'
import { lazyPage } from '../platform/lazy-page.tsx'
import { Loading } from '../ui/Loading.tsx'
import { LateShell } from './LateShell.tsx'
import { AppRoutes } from './routes.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import styles from './App.module.css'

/** Milliseconds for which the 'back online' message is shown (UI-07). */
const BACK_MS = 5_000

/** A line at the top while offline, and for five seconds after coming back online. */
function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  const wasOffline = useRef(false)
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    if (!online) {
      wasOffline.current = true
      return undefined
    }
    if (!wasOffline.current) return undefined
    wasOffline.current = false
    setIsBack(true)
    const timer = setTimeout(() => setIsBack(false), BACK_MS)
    return () => {
      clearTimeout(timer)
      setIsBack(false)
    }
  }, [online])
  return (
    <output>
      {!online && !isOffline && <span className={styles.offline}>{t('offline')}</span>}
      {online && isBack && <span className={styles.back}>{t('backOnline')}</span>}
    </output>
  )
}

const { Page: OfflinePage, preload } = lazyPage(() => import('../app-shell/OfflinePage.tsx'), ['appShell'])
const isOffline = isOfflinePage()

/** Starts loading the page that is shown without network. */
export { preload as preloadOfflinePage }

export function App() {
  return (
    // The style sheet of the theme is `theme-variables.css`.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <GuardedRouter>
          <OfflineBanner />
          {isOffline ? (
            <Suspense fallback={<Loading />}>
              <OfflinePage />
            </Suspense>
          ) : (
            <AppRoutes />
          )}
          <LateShell />
          <RouteAnnouncer />
          <Toasts />
        </GuardedRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}
