import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../platform/lazy-part.tsx'
import { installationQuery } from './queries.ts'

const load = async () => (await import('./InstallationBanner.tsx')).InstallationBanner
const InstallationBanner = lazyPart(load, ['operations'])

/** Status of the installation for the operator. Other users get an empty response and load nothing else. */
export const Installation = () => {
  const { data } = useQuery(installationQuery)
  return data?.parts && <InstallationBanner parts={data.parts} />
}
