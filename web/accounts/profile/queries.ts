import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

/** Where the reader is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
  staleTime: 0,
})
