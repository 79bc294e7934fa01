import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** What the server tells any browser: mode, sample account, how realtime is reached. It never changes while a page is open. */
export const clientConfigQuery = queryOptions({
  queryKey: ['client-config'],
  queryFn: ({ signal }) => call('getClientConfig', {}, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
})
