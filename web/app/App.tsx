import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { GuardedRouter } from '../platform/GuardedRouter.tsx'
import { queryClient } from '../platform/query-client.ts'
import { theme } from '../platform/theme.ts'
import { AppRoutes } from './routes.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { Toasts } from '../ui/Toasts.tsx'

export const App = () => (
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
