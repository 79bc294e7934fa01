import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../platform/lazy-part.tsx'
import { installationQuery } from './queries.ts'

const load = async () => (await import('./InstallationBanner.tsx')).InstallationBanner
const InstallationBanner = lazyPart(load, ['operations'])

/** What the operator should know about the installation; nobody else is told, and fetches nothing but that. */
export const Installation = () => {
  const { data } = useQuery(installationQuery)
  return data?.parts && <InstallationBanner parts={data.parts} />
}
