import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery } from '../../platform/client-config.ts'

/** Name of the identity provider: Google, or the configured one. */
export function useProviderName(): string {
  return useQuery(clientConfigQuery).data?.google?.name ?? 'Google'
}
