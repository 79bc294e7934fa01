import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/**
 * Public configuration for browsers: mode, sample account, realtime connection. It does not change while a page is
 * open.
 */
export const clientConfigQuery = queryOptions({
  queryKey: ['client-config'],
  queryFn: ({ signal }) => call('getClientConfig', {}, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
})
