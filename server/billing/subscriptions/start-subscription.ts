import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { monthInJapan } from '../months.ts'
import { settlePoints } from '../points/settle-points.ts'
import { renewalAfter } from '../renewal.ts'
import { findAudience } from '../store/plans.ts'
import { findActive, finishSubscription, insertContract, readInstant } from '../store/subscriptions.ts'
import { lockWorkspace } from '../store/usage.ts'

export interface NewContract {
  workspaceId: number
  /** Null for a membership without a plan. */
  planId: number | null
  paymentType: 'credit_card' | 'monthly' | 'yearly'
  companyId: number | null
  at?: Date
}

/** A plan that can be sold. Refuses with E_NOT_FOUND. */
export async function assertSellable(trx: Trx, planId: number | null): Promise<void> {
  if (planId === null) return
  const audience = await findAudience(trx, planId)
  if (audience === undefined || audience === 'trial') throw new Refusal('E_NOT_FOUND')
}

/**
 * Starts a contract with the prices of the month. Finishes a trial of the workspace. Refuses with E_CONFLICT and the reason
 * `subscription` if another subscription is in force. Locks the workspace.
 */
export async function startSubscription(trx: Trx, contract: NewContract): Promise<{ id: number }> {
  const { workspaceId, planId, at } = contract
  await lockWorkspace(trx, workspaceId)
  await assertSellable(trx, planId)
  const present = await findActive(trx, workspaceId, at)
  if (present?.is_in_force && present.trial_ends_at === null)
    throw new Refusal('E_CONFLICT', { reason: 'subscription' })
  if (present) await finishSubscription(trx, present.id, at)
  const now = await readInstant(trx, at)
  const renewal = planId === null ? null : renewalAfter(monthInJapan(now), now)
  const id = await insertContract(trx, { ...contract, at, renewal })
  await settlePoints(trx, { workspaceId, at })
  await publishUsage(trx, workspaceId)
  return { id }
}
