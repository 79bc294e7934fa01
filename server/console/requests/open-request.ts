import { lockRequest, type RequestRow } from '../../applications/store.ts'
import { cardPayment } from '../../applications/extension-points.ts'
import { findActive } from '../../billing/store/subscriptions.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator } from '../audit/record-action.ts'

/** The request, locked. Refuses with E_CONFLICT if it has another status. */
export async function openRequest(
  { app, actor }: Context<'operator'>,
  trx: Trx,
  id: number,
  status: 'created' | 'wait-setup',
): Promise<RequestRow> {
  const request = await lockRequest(trx, id)
  if (!request) throw new Refusal('E_NOT_FOUND')
  await assertStillOperator(app, trx, actor)
  if (request.status !== status) throw new Refusal('E_CONFLICT', { reason: 'status' })
  return request
}

/**
 * Whether a link to register a card can be sent: refuses with E_UNAVAILABLE without cards, and with E_CONFLICT and the
 * reason `subscription` if a contract is in force that is no trial, because the card would start none. Locks the workspace.
 */
export async function assertCanRegisterCard(app: App, trx: Trx, workspaceId: number): Promise<void> {
  if (!cardPayment.get()(app)) throw new Refusal('E_UNAVAILABLE', { reason: 'card' })
  await lockWorkspace(trx, workspaceId)
  const present = await findActive(trx, workspaceId)
  if (present?.is_in_force && present.trial_ends_at === null)
    throw new Refusal('E_CONFLICT', { reason: 'subscription' })
}
