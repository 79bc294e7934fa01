import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

/** Limits, usage and permissions of the user's workspace. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call('getUsage', {}, { signal }),
})
