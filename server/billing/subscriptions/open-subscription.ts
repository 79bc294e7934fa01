import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type ContractState, findSubscription } from '../store/subscriptions.ts'
import { type Terms, termsOf } from '../store/terms.ts'
import { lockWorkspace } from '../store/usage.ts'

/**
 * A subscription that is in force and no trial, with its terms of the month. Locks its workspace. Refuses with E_NOT_FOUND,
 * or with E_CONFLICT and the reason `trial` or `state`.
 */
export async function openSubscription(
  trx: Trx,
  subscriptionId: number,
  at?: Date,
): Promise<{ state: ContractState; terms: Terms }> {
  const found = await findSubscription(trx, subscriptionId, at)
  if (!found) throw new Refusal('E_NOT_FOUND')
  await lockWorkspace(trx, found.workspace_id)
  // Read again: it may have changed before the lock.
  const state = await findSubscription(trx, subscriptionId, at)
  const terms = await termsOf(trx, subscriptionId, at)
  if (!state || !terms) throw new Refusal('E_NOT_FOUND')
  if (!state.is_in_force) throw new Refusal('E_CONFLICT', { reason: 'state' })
  if (state.trial_ends_at !== null) throw new Refusal('E_CONFLICT', { reason: 'trial' })
  return { state, terms }
}
