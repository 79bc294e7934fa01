import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call('getTwoFactor', {}, { signal }),
  staleTime: 0,
})
