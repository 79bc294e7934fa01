import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery } from '../../platform/client-config.ts'

/** Who signs in here: Google, or whom the installation names. */
export const useProviderName = (): string => useQuery(clientConfigQuery).data?.google?.name ?? 'Google'
