import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../platform/installation-query.ts'
import { lazyPart } from '../platform/lazy-part.tsx'

async function load() {
  return (await import('./InstallationBanner.tsx')).InstallationBanner
}

const InstallationBanner = lazyPart(load, ['console'])

/** For operators and owners: why nothing can be transcribed. Other users get no parts and load nothing else. */
export function Installation() {
  const { data } = useQuery(installationQuery)
  return data?.parts && <InstallationBanner parts={data.parts} />
}
