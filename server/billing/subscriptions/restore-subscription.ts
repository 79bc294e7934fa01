import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { publishUsage } from '../publish-usage.ts'
import { setEnd } from '../store/subscriptions.ts'
import { openSubscription } from './open-subscription.ts'

/** Withdraws a cancellation whose end has not come. Locks the workspace. */
export async function restoreSubscription(
  trx: Trx,
  { subscriptionId, at }: { subscriptionId: number; at?: Date },
): Promise<void> {
  const { state } = await openSubscription(trx, subscriptionId, at)
  if (!(await setEnd(trx, subscriptionId, null))) throw new Refusal('E_CONFLICT', { reason: 'state' })
  await publishUsage(trx, state.workspace_id)
}
