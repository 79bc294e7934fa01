import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../platform/query-client.ts'
import { theme } from '../platform/theme.ts'
import { AppRoutes } from './routes.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { startTransition, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Router } from 'react-router'
import { guardedHistory } from '../platform/guarded-history.ts'

/** The browser router. It asks for confirmation before leaving a page with unsaved work. */
function GuardedRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setLocation] = useState(guardedHistory.read)
  useLayoutEffect(() => guardedHistory.listen(() => startTransition(() => setLocation(guardedHistory.read()))), [])
  return (
    <Router location={location} navigationType={action} navigator={guardedHistory.navigator}>
      {children}
    </Router>
  )
}

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <GuardedRouter>
          <OfflineBanner />
          <AppRoutes />
          <RouteAnnouncer />
          <Toasts />
        </GuardedRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}
