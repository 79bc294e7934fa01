import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

/** What the reader's workspace may use, has used, and may still do. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call('getUsage', {}, { signal }),
})
