import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery } from '../../platform/client-config.ts'

/** Name of the identity provider: Google, or the configured one. */
export const useProviderName = (): string => useQuery(clientConfigQuery).data?.google?.name ?? 'Google'
