import type { PlanName } from '@kaiwa/contract/limits.ts'
import type { Trx } from '../platform/database/database.ts'
import { addMonths, monthInJapan, startOfMonth } from './months.ts'
import { hasUsedTrial, insertSubscription, readInstant } from './store/subscriptions.ts'

/**
 * Subscribes a new workspace to a plan. Plans run for at least a year and renew at the beginning of a month; a trial
 * never renews. An owner whose trial was used in a former workspace gets no other one.
 */
export async function subscribe(trx: Trx, workspaceId: number, plan: PlanName): Promise<void> {
  if (plan === 'trial' && (await hasUsedTrial(trx, workspaceId))) return
  const renewal = plan === 'trial' ? null : startOfMonth(addMonths(monthInJapan(await readInstant(trx)), 12))
  await insertSubscription(trx, workspaceId, plan, renewal)
}
