// Applies the state of a checkout at the provider. Called for every event of a session, by the returned browser, by
// repeated checkouts and by the nightly comparison, in any order and number: the row of the checkout, locked, decides
// whether anything is left to do.
import type { Stripe } from 'stripe'
import { addPoints } from '../../billing/points/add-points.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { applyIntent } from '../charges/apply-intent.ts'
import { getProvider, isMissing } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { reportDifference } from '../provider/report-difference.ts'
import { findPayer } from '../provider/store/customers.ts'
import { completeSetup, readSetup } from './complete-setup.ts'
import {
  type CheckoutRow,
  endCheckout,
  findCheckoutByKey,
  findCheckoutBySession,
  lockCheckout,
  setSession,
} from './store/checkouts.ts'

export type SessionStatus = 'completed' | 'open' | 'expired'

async function completePoints(app: App, trx: Trx, row: CheckoutRow, session: Stripe.Checkout.Session): Promise<void> {
  const difference = { providerId: session.id, detail: `checkout ${row.id} of workspace ${row.workspace_id}` }
  if (session.amount_total !== row.amount || session.currency !== 'jpy')
    return reportDifference(app, trx, { ...difference, kind: 'amount' })
  const payer = await findPayer(trx, row.workspace_id)
  // The money was paid, but the points cannot be used.
  if (!payer || payer.is_closed) return reportDifference(app, trx, { ...difference, kind: 'workspace-deleted' })
  await addPoints(trx, {
    workspaceId: row.workspace_id,
    billingType: 'purchase_point',
    point: row.points ?? 0,
    money: row.amount ?? 0,
    cause: `checkout:${row.key}`,
    userId: row.user_id,
  })
}

/** Runs `work` if the checkout is still open, then ends it. */
async function endOnce(
  app: App,
  row: CheckoutRow,
  status: 'completed' | 'expired',
  work: (trx: Trx) => Promise<void>,
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, row.workspace_id)
    const current = await lockCheckout(trx, row.id)
    if (current?.status !== 'open') return
    await work(trx)
    await endCheckout(trx, row.id, status)
  })
}

async function complete(app: App, row: CheckoutRow, session: Stripe.Checkout.Session): Promise<void> {
  if (session.mode === 'setup') {
    const setup = await readSetup(app, session)
    // The card was removed again, or its registration failed: the session cannot succeed anymore.
    return setup ? completeSetup(app, row, setup) : endOnce(app, row, 'expired', async () => undefined)
  }
  if (session.payment_status !== 'paid') return
  if (row.kind === 'point') return endOnce(app, row, 'completed', (trx) => completePoints(app, trx, row, session))
  const intent = idOf(session.payment_intent)
  if (intent !== null) await applyIntent(app, intent)
  await endOnce(app, row, 'completed', async () => undefined)
}

/** A session that the provider does not know cannot be paid: the keys are those of another account or mode. */
async function endMissing(app: App, sessionId: string): Promise<SessionStatus | null> {
  const row = await findCheckoutBySession(app.db, sessionId)
  if (!row) return null
  await endOnce(app, row, 'expired', async () => undefined)
  return row.status === 'completed' ? 'completed' : 'expired'
}

/** Reads the session from the provider and applies it. Null if it is not one of ours. */
export async function applySession(app: App, sessionId: string): Promise<SessionStatus | null> {
  const { stripe } = await getProvider(app)
  const session = await stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!session) return endMissing(app, sessionId)
  const row = await findCheckoutByKey(app.db, session.metadata?.['checkout'] ?? '')
  if (!row) return null
  await setSession(app.db, row.id, session.id)
  if (row.status !== 'open') return row.status as SessionStatus
  if (session.status === 'complete') await complete(app, row, session)
  if (session.status === 'expired') await endOnce(app, row, 'expired', async () => undefined)
  const current = await findCheckoutByKey(app.db, row.key)
  return (current?.status ?? 'open') as SessionStatus
}
