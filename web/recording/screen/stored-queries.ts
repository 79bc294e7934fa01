// Queries for recordings that are stored in this browser: refetched on each page and after each change.
import { queryOptions } from '@tanstack/react-query'
import { openStore } from '../storage/open-store.ts'
import { lockedRecordings } from '../storage/recording-lock.ts'
import { setStoredHere } from './recorded-here.ts'

export const freeBytesQuery = queryOptions({
  queryKey: ['recording-space'],
  queryFn: async () => (await openStore()).freeBytes(),
  staleTime: 0,
  networkMode: 'always',
})

/** The unfinished recordings of a person in this browser. */
export function unfinishedQuery(userId: number) {
  return queryOptions({
    queryKey: ['unfinished-recordings', userId],
    queryFn: async () => {
      const found = await (await openStore()).list(userId)
      // Those that this page has open are not listed.
      setStoredHere(found.length > 0 || (await lockedRecordings()).size > 0)
      return found
    },
    staleTime: 0,
    // Also without a network, which the browser's storage does not need.
    networkMode: 'always',
    // Other tabs start and finish recordings.
    refetchInterval: 10_000,
  })
}
