import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Month, monthInJapan } from '../months.ts'
import { settlePoints } from '../points/settle-points.ts'
import { renewalAfter } from '../renewal.ts'
import { findVersion } from '../store/plans.ts'
import { startCounting } from '../store/peaks.ts'
import { findActive, finishSubscription, insertContract, readInstant } from '../store/subscriptions.ts'
import { lockWorkspace } from '../store/usage.ts'

export interface NewContract {
  workspaceId: number
  /** Null for a membership without a plan, which is always paid by card. */
  planId: number | null
  paymentType: 'credit_card' | 'monthly' | 'yearly'
  companyId: number | null
  at?: Date
}

/**
 * A version that is sold in the month or was sold before, because an application is approved at the price that it was
 * made for. Refuses with E_NOT_FOUND.
 */
async function assertSold(trx: Trx, planId: number | null, month: Month): Promise<void> {
  if (planId === null) return
  const version = await findVersion(trx, planId, month)
  if (!version?.has_begun || version.audience === 'trial') throw new Refusal('E_NOT_FOUND')
}

/**
 * Starts a contract with the prices of the month. Finishes a trial of the workspace: what it used in the month is free. Refuses with E_CONFLICT and the reason
 * `subscription` if another subscription is in force. Locks the workspace.
 */
export async function startSubscription(trx: Trx, contract: NewContract): Promise<{ id: number }> {
  const { workspaceId, planId, at } = contract
  await lockWorkspace(trx, workspaceId)
  const now = await readInstant(trx, at)
  const month = monthInJapan(now)
  await assertSold(trx, planId, month)
  const present = await findActive(trx, workspaceId, at)
  if (present?.is_in_force && present.trial_ends_at === null)
    throw new Refusal('E_CONFLICT', { reason: 'subscription' })
  if (present) await finishSubscription(trx, present.id, at)
  const renewal = planId === null ? null : renewalAfter(month, now)
  const paymentType = planId === null ? 'credit_card' : contract.paymentType
  const id = await insertContract(trx, { ...contract, paymentType, at, renewal })
  await startCounting(trx, workspaceId, month)
  await settlePoints(trx, { workspaceId, at })
  await publishUsage(trx, workspaceId)
  return { id }
}
