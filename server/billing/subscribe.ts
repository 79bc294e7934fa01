import type { PlanName } from '@kaiwa/contract/limits.ts'
import type { Trx } from '../platform/database/database.ts'
import { addMonths, monthInJapan, startOfMonth } from './months.ts'
import { insertSubscription } from './store.ts'

/** Puts a new workspace on a plan. Plans run for at least a year and renew at a month's begin; a trial renews never. */
export const subscribe = async (trx: Trx, workspaceId: number, plan: PlanName): Promise<void> => {
  const renewal = plan === 'trial' ? null : startOfMonth(addMonths(monthInJapan(new Date()), 12))
  await insertSubscription(trx, workspaceId, plan, renewal)
}
