import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

const DOWNLOADING_MS = 3_000
const QUIET_MS = 60_000

/** What this installation can do. While a model is on its way the answer is asked for often. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call('getInstallation', {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.parts?.some((part) => part.state === 'downloading') ? DOWNLOADING_MS : QUIET_MS,
})
