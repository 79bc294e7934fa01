import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

/** Milliseconds between requests while a part is being written, in case messages are lost. */
const POLL_INTERVAL_MS = 10_000

export function summaryQuery(fileId: number) {
  return queryOptions({
    queryKey: ['summary', fileId],
    queryFn: ({ signal }) => call('getSummary', { params: { fileId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_writing ? POLL_INTERVAL_MS : false),
  })
}

export function refreshSummary(client: QueryClient, fileId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: ['summary', fileId] })
}
