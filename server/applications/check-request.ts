import type { SubscriptionRequest } from '@kaiwa/contract/applications.ts'
import type { Plan } from '@kaiwa/contract/plans.ts'
import { findSoldPlans } from '../billing/store/plans.ts'
import type { App } from '../platform/app.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { cardPayment } from './extension-points.ts'

/**
 * Checks what the schema cannot: that a company can choose the plan now, and that its payment type is available. Returns
 * the plan.
 */
export async function checkRequest(
  app: App,
  { plan_id, payment_type }: Pick<SubscriptionRequest, 'plan_id' | 'payment_type'>,
): Promise<Plan> {
  const plan = (await findSoldPlans(app.db)).find(({ id }) => id === plan_id)
  if (!plan) throw invalid({ plan_id: ['incorrect'] })
  if (payment_type === 'credit_card' && !cardPayment.get()(app))
    throw new Refusal('E_UNPROCESSABLE_ENTITY', { reason: 'card.not-set', errors: { payment_type: ['incorrect'] } })
  return plan
}
