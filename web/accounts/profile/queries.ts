import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

/** Where the reader is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
  staleTime: 0,
})

/** The address that waits for its link to be opened, wherever that happens: asked again when one comes back. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: ({ signal }) => call('getEmailChange', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})
