import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addMonths, monthInJapan, startOfMonth } from '../months.ts'
import { settlePoints } from '../points/settle-points.ts'
import { insertChange } from '../store/plan-changes.ts'
import { readInstant } from '../store/subscriptions.ts'
import { openSubscription } from './open-subscription.ts'
import { assertSellable } from './start-subscription.ts'

export interface WantedChange {
  subscriptionId: number
  /** Null for a membership without a plan. */
  planId: number | null
  /** Unchanged without a value. */
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  companyId?: number | null
  /** True: from the first day of the current month in Japan. False: from the next month. */
  fromThisCycle: boolean
  requestedBy: number | null
  at?: Date
}

/**
 * Changes the terms from a month on; replaces changes that begin in the same month or later. Refuses with E_CONFLICT and
 * the reason `ended` if the subscription ends before that month. Locks the workspace.
 */
export async function changePlan(trx: Trx, change: WantedChange): Promise<void> {
  const { subscriptionId, planId, at } = change
  const { state, terms } = await openSubscription(trx, subscriptionId, at)
  await assertSellable(trx, planId)
  const month = monthInJapan(await readInstant(trx, at))
  const fromMonth = change.fromThisCycle ? month : addMonths(month, 1)
  if (state.end_date !== null && state.end_date <= startOfMonth(fromMonth))
    throw new Refusal('E_CONFLICT', { reason: 'ended' })
  await insertChange(trx, {
    subscriptionId,
    fromMonth,
    planId,
    paymentType: change.paymentType ?? terms.payment_type,
    companyId: change.companyId === undefined ? terms.company_id : change.companyId,
    requestedBy: change.requestedBy,
  })
  await settlePoints(trx, { workspaceId: state.workspace_id, at })
  await publishUsage(trx, state.workspace_id)
}
