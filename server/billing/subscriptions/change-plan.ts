import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addMonths, type Month, monthInJapan, startOfMonth } from '../months.ts'
import { payerOf } from '../payer.ts'
import { excessOfMonth, settlePoints } from '../points/settle-points.ts'
import { insertChange } from '../store/plan-changes.ts'
import { findVersion } from '../store/plans.ts'
import { readMonth } from '../store/points.ts'
import { readInstant } from '../store/subscriptions.ts'
import type { Terms } from '../store/terms.ts'
import { openSubscription } from './open-subscription.ts'

export interface WantedChange {
  subscriptionId: number
  /** Null for a membership without a plan, which is always paid by card. */
  planId: number | null
  /** Unchanged without a value. */
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  companyId?: number | null
  /** True: from the first day of the current month in Japan. False: from the next month. */
  fromThisCycle: boolean
  requestedBy: number | null
  at?: Date
}

type NewTerms = Pick<Terms, 'plan_id' | 'payment_type' | 'company_id'>

function newTerms({ planId, paymentType, companyId }: WantedChange, terms: Terms): NewTerms {
  return {
    plan_id: planId,
    payment_type: planId === null ? 'credit_card' : (paymentType ?? terms.payment_type),
    company_id: companyId === undefined ? terms.company_id : companyId,
  }
}

/**
 * The present plan, or a version that is sold in the month; a business plan needs a company that pays it. Refuses with
 * E_NOT_FOUND, or with E_CONFLICT and the reason `company`.
 */
async function assertPlan(trx: Trx, wanted: NewTerms, present: Terms, month: Month): Promise<void> {
  if (wanted.plan_id === null) return
  const version = await findVersion(trx, wanted.plan_id, month)
  if (!version || version.audience === 'trial') throw new Refusal('E_NOT_FOUND')
  if (!version.is_sold && wanted.plan_id !== present.plan_id) throw new Refusal('E_NOT_FOUND')
  if (version.audience === 'business' && wanted.company_id === null)
    throw new Refusal('E_CONFLICT', { reason: 'company' })
}

/** Usage beyond the limits of a plan by card is billed in yen: a change in the same month must not drop it. */
async function assertNoExcess(trx: Trx, wanted: NewTerms, present: Terms, at: Date | undefined): Promise<void> {
  if (payerOf(present) !== 'yen' || payerOf({ ...present, ...wanted }) === 'yen') return
  const row = await readMonth(trx, present.workspace_id, { at })
  if (row && Object.values(excessOfMonth(row)).some((units) => units > 0))
    throw new Refusal('E_CONFLICT', { reason: 'excess' })
}

/**
 * Changes the terms from a month on; replaces changes that begin in the same month or later. Refuses with E_NOT_FOUND for
 * a plan that is not sold in that month, and with E_CONFLICT and the reason `ended` if the subscription ends before that
 * month, `company` for a business plan without a company, `excess` if the current month of a plan by card has usage
 * beyond its limits that the new terms would not bill. Locks the workspace.
 */
export async function changePlan(trx: Trx, change: WantedChange): Promise<void> {
  const { subscriptionId, fromThisCycle, at } = change
  const { state, terms } = await openSubscription(trx, subscriptionId, at)
  const month = monthInJapan(await readInstant(trx, at))
  const fromMonth = fromThisCycle ? month : addMonths(month, 1)
  if (state.end_date !== null && state.end_date <= startOfMonth(fromMonth))
    throw new Refusal('E_CONFLICT', { reason: 'ended' })
  const wanted = newTerms(change, terms)
  await assertPlan(trx, wanted, terms, fromMonth)
  if (fromThisCycle) await assertNoExcess(trx, wanted, terms, at)
  await insertChange(trx, {
    subscriptionId,
    fromMonth,
    planId: wanted.plan_id,
    paymentType: wanted.payment_type,
    companyId: wanted.company_id,
    requestedBy: change.requestedBy,
  })
  await settlePoints(trx, { workspaceId: state.workspace_id, at })
  await publishUsage(trx, state.workspace_id)
}
