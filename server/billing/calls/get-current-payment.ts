import type { CurrentPayment, getCurrentPayment as contract } from '@kaiwa/contract/payment.ts'
import type { Plan } from '@kaiwa/contract/plans.ts'
import type { Handler } from '../../platform/http/route.ts'
import { cardState } from '../extension-points.ts'
import { limitsOf } from '../gate.ts'
import { renewalOf } from '../get-usage.ts'
import { monthlyFee } from '../monthly-fee.ts'
import { startOfMonth } from '../months.ts'
import { ownedWorkspace } from '../owner.ts'
import { pointPurchaseOf } from '../point-purchase.ts'
import { findPending, type PendingChange } from '../store/plan-changes.ts'
import { findPriceList } from '../store/price-lists.ts'
import { readInstant } from '../store/subscriptions.ts'
import { findTerms, type Terms } from '../store/terms.ts'

/** The plan as sold; null for a membership without a plan. */
function planOf(terms: Terms): Plan | null {
  const { plan_id: id, plan_name: name, monthly_price, yearly_price, minute, storage, chat, editor, viewer } = terms
  if (id === null || name === null || monthly_price === null || yearly_price === null) return null
  const description = terms.plan_description ?? ''
  return { id, name, description, monthly_price, yearly_price, minute, storage, chat, editor, viewer }
}

function presentChange(change: PendingChange | undefined) {
  if (!change) return null
  const { plan_name, payment_type, from_month } = change
  return { plan_name, payment_type, from: startOfMonth(from_month).toISOString() }
}

/** Whether the owner can end the subscription here: a membership without a plan. */
export function isCancellable(terms: Terms): boolean {
  return terms.plan_id === null && terms.trial_ends_at === null
}

function presentSubscription(
  terms: Terms,
  change: PendingChange | undefined,
  now: Date,
): NonNullable<CurrentPayment['subscription']> {
  return {
    id: terms.subscription_id,
    plan: planOf(terms),
    limits: limitsOf(terms),
    payment_type: terms.payment_type,
    monthly_fee: monthlyFee(terms),
    start_date: terms.start_date.toISOString(),
    renewal_date: renewalOf(terms, now)?.toISOString() ?? null,
    end_date: terms.end_date?.toISOString() ?? null,
    trial_ends_at: terms.trial_ends_at?.toISOString() ?? null,
    change: presentChange(change),
    can_cancel: isCancellable(terms) && terms.end_date === null,
    is_suspended: terms.suspended_at !== null,
  }
}

export const getCurrentPayment: Handler<typeof contract> = async (_, { app, actor }) => {
  const { db } = app
  const workspaceId = await ownedWorkspace(db, actor)
  const [terms, prices, card, now] = await Promise.all([
    findTerms(db, workspaceId),
    findPriceList(db),
    cardState.get()(app, workspaceId),
    readInstant(db),
  ])
  const change = terms && (await findPending(db, terms.subscription_id))
  return {
    subscription: terms ? presentSubscription(terms, change, now) : null,
    point_purchase: pointPurchaseOf(terms),
    ...card,
    membership_price: prices.membership_price,
  }
}
