import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { publishUsage } from '../publish-usage.ts'
import { cancellationEnd } from '../renewal.ts'
import { readInstant, setEnd } from '../store/subscriptions.ts'
import { openSubscription } from './open-subscription.ts'

/**
 * Sets the end of a subscription and returns it: for a membership without a plan the end of the current month in Japan,
 * for a plan its renewal date. A repeated call returns the same end. Locks the workspace.
 */
export async function requestCancellation(
  trx: Trx,
  { subscriptionId, at }: { subscriptionId: number; at?: Date },
): Promise<Date> {
  const { state, terms } = await openSubscription(trx, subscriptionId, at)
  if (state.end_date !== null) return state.end_date
  const end = cancellationEnd(terms, await readInstant(trx, at))
  if (!(await setEnd(trx, subscriptionId, end))) throw new Refusal('E_CONFLICT', { reason: 'state' })
  await publishUsage(trx, state.workspace_id)
  return end
}
