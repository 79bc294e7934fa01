import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Usage } from '@kaiwa/contract/billing.ts'
import { call } from '../platform/call.ts'
import { useSignedIn } from '../platform/session.ts'
import { isPayer } from './usage-rows.ts'

/** Limits, usage and permissions of the user's workspace. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call('getUsage', {}, { signal }),
})

/** Usage of the workspace that the user pays for; null for other users. */
export function usePaidUsage(): Usage | null {
  const { user } = useSignedIn()
  const { data } = useQuery({ ...usageQuery, enabled: user.can.pay })
  return user.can.pay && isPayer(data) ? data : null
}

/** True for the owner of a workspace without a subscription. */
export function useIsUnsubscribed(): boolean {
  const { user } = useSignedIn()
  const { data } = useQuery({ ...usageQuery, enabled: user.can.pay })
  return user.can.pay && data !== undefined && data.is_workspace_owner && data.subscription_id === null
}
