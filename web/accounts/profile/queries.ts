import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

/** The user's open sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
  staleTime: 0,
})

/** The address that waits for verification. Reloaded on focus, because the link may be opened elsewhere. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: ({ signal }) => call('getEmailChange', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})
