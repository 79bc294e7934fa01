import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

const DOWNLOADING_MS = 3_000
const QUIET_MS = 60_000

/** The status of this installation. Polled more often while a model is downloading. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call('getInstallation', {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.parts?.some((part) => part.state === 'downloading') ? DOWNLOADING_MS : QUIET_MS,
})
