import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput } from '../platform/call-types.ts'

export type FileListQuery = NonNullable<CallInput<'listFiles'>['query']>

/** While a file is in progress, the list is polled, in case the socket is unavailable. */
const POLL_INTERVAL_MS = 15_000

export function filesQuery(id: number, query: FileListQuery) {
  return queryOptions({
    queryKey: ['files', id, query],
    queryFn: ({ signal }) => call('listFiles', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => !row.is_project && row.can.cancel) ? POLL_INTERVAL_MS : false,
  })
}

/** All hits of a file; not requested until the user wants more than the list contains. */
export function hitsQuery(fileId: number, query: string) {
  return infiniteQueryOptions({
    queryKey: ['hits', fileId, query],
    queryFn: ({ pageParam, signal }) =>
      call('listHits', { params: { fileId }, query: { query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
    enabled: false,
    retry: false,
    // A new search for the same words starts with the first hits again.
    gcTime: 0,
  })
}
