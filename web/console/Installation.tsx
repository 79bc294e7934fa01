import { useQuery, queryOptions } from '@tanstack/react-query'
import { lazyPart } from '../platform/lazy-part.tsx'
import { call } from '../platform/call.ts'

const DOWNLOADING_MS = 3_000
const QUIET_MS = 60_000

/** The status of this installation. Polled more often while a model is downloading. */
const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call('getInstallation', {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.parts?.some((part) => part.state === 'downloading') ? DOWNLOADING_MS : QUIET_MS,
})

async function load() {
  return (await import('./InstallationBanner.tsx')).InstallationBanner
}

const InstallationBanner = lazyPart(load, ['console'])

/** Status of the installation for the operator. Other users get an empty response and load nothing else. */
export function Installation() {
  const { data } = useQuery(installationQuery)
  return data?.parts && <InstallationBanner parts={data.parts} />
}
