import type { Usage } from '@kaiwa/contract/billing.ts'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../platform/session.ts'
import { isPayer } from './usage-rows.ts'
import { usageQuery } from './queries.ts'

/** Usage of the workspace that the user pays for; null for other users. */
export function usePaidUsage(): Usage | null {
  const { user } = useSignedIn()
  const { data } = useQuery({ ...usageQuery, enabled: user.can.pay })
  return user.can.pay && isPayer(data) ? data : null
}
