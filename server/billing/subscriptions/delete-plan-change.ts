import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { deletePending } from '../store/plan-changes.ts'
import { openSubscription } from './open-subscription.ts'

/** Deletes a change that has not begun. Returns false if there was no such change. Locks the workspace. */
export async function deletePlanChange(
  trx: Trx,
  { subscriptionId, at }: { subscriptionId: number; at?: Date },
): Promise<boolean> {
  const { state } = await openSubscription(trx, subscriptionId, at)
  const isDeleted = await deletePending(trx, subscriptionId, at)
  if (isDeleted) await publishUsage(trx, state.workspace_id)
  return isDeleted
}
