import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { findSubscription, updateSuspension } from '../store/subscriptions.ts'
import { lockWorkspace } from '../store/usage.ts'

/** Suspends a subscription whose charge is unpaid after the grace period, or lifts the suspension. Locks the workspace. */
export async function setSuspended(trx: Trx, subscriptionId: number, isSuspended: boolean): Promise<void> {
  const subscription = await findSubscription(trx, subscriptionId)
  if (!subscription) return
  await lockWorkspace(trx, subscription.workspace_id)
  await updateSuspension(trx, subscriptionId, isSuspended)
  await publishUsage(trx, subscription.workspace_id)
}
