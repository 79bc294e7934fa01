// The browser that returns from the provider confirms its checkout. The events of the provider do the same, so this only
// makes it faster.
import type * as contract from '@kaiwa/contract/payment.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findBalance } from '../../billing/store/billing-ledger.ts'
import { findTerms } from '../../billing/store/terms.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ask } from '../provider/client.ts'
import { applySession, type SessionStatus } from './apply-session.ts'
import { workspaceOf } from './open-as-owner.ts'
import { type CheckoutRow, findCheckoutOf } from './store/checkouts.ts'

async function confirm(
  app: App,
  actor: Actor,
  sessionId: string,
  kinds: readonly string[],
): Promise<{ row: CheckoutRow; status: SessionStatus }> {
  const row = await findCheckoutOf(app.db, workspaceOf(actor), sessionId)
  if (!row || !kinds.includes(row.kind)) throw new Refusal('E_NOT_FOUND')
  if (row.status !== 'open') return { row, status: row.status as SessionStatus }
  return { row, status: (await ask(app, () => applySession(app, sessionId))) ?? 'open' }
}

export const addPoint: Handler<typeof contract.addPoint> = async ({ body }, { app, actor }) => {
  const { row, status } = await confirm(app, actor, body.session_id, ['point'])
  return { status, point: await findBalance(app.db, row.workspace_id) }
}

export const confirmSubscription: Handler<typeof contract.confirmSubscription> = async ({ body }, { app, actor }) => {
  const { row, status } = await confirm(app, actor, body.session_id, ['membership', 'plan'])
  const terms = status === 'completed' ? await findTerms(app.db, row.workspace_id) : undefined
  return { status, subscription_id: terms?.subscription_id ?? null }
}
