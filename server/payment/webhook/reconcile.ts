// The nightly comparison with the provider. It repairs differences through the same code as events, and keeps what it cannot
// repair. It reads the objects of the last days, and our open rows of any age.
import type { Stripe } from 'stripe'
import { applyIntent } from '../charges/apply-intent.ts'
import { applyDispute, applyRefunds } from '../charges/apply-returns.ts'
import { findChargeByIntent, findChargeByKey } from '../charges/store/charges.ts'
import { applySession } from '../checkout/apply-session.ts'
import { endUnopened, findCheckoutByKey, listOverdueCheckouts } from '../checkout/store/checkouts.ts'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { findProvider, isProviderError } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { reportDifference } from '../provider/report-difference.ts'
import { releaseCustomer } from '../provider/release-customer.ts'
import { findCustomerByProviderId, listFormerCustomers } from '../provider/store/customers.ts'
import { processEvent } from './process-event.ts'
import { deleteOldEvents, listUnprocessed } from './store.ts'

const DAYS = 4
const EVENT_DAYS = 90

/** Whether the payment of one of our customers explains a row here. A checkout's payment belongs to its checkout. */
async function isKnownPayment(app: App, { id, metadata }: Stripe.PaymentIntent): Promise<boolean> {
  const key = metadata['charge'] ?? ''
  return (
    (await findChargeByIntent(app.db, id)) !== undefined ||
    (await findChargeByKey(app.db, key)) !== undefined ||
    (await findCheckoutByKey(app.db, metadata['checkout'] ?? '')) !== undefined
  )
}

async function comparePayment(app: App, intent: Stripe.PaymentIntent): Promise<void> {
  if (!(await findCustomerByProviderId(app.db, idOf(intent.customer) ?? ''))) return
  // Applied objects are not requested again.
  if ((await findChargeByIntent(app.db, intent.id))?.status === 'succeeded') return
  await applyIntent(app, intent.id)
  if (intent.status !== 'succeeded' || (await isKnownPayment(app, intent))) return
  const detail = `${intent.amount_received} yen without a charge or checkout`
  await app.db
    .transaction()
    .execute((trx) => reportDifference(app, trx, { providerId: intent.id, kind: 'unknown-payment', detail }))
}

async function compareSession(app: App, session: Stripe.Checkout.Session): Promise<void> {
  if (!(await findCustomerByProviderId(app.db, idOf(session.customer) ?? ''))) return
  const row = await findCheckoutByKey(app.db, session.metadata?.['checkout'] ?? '')
  if (row && row.status !== 'open') return
  const status = await applySession(app, session.id)
  if (status !== null || session.status !== 'complete') return
  const difference = {
    providerId: session.id,
    kind: 'unknown-session',
    detail: 'completed without a checkout',
  } as const
  await app.db.transaction().execute((trx) => reportDifference(app, trx, difference))
}

/** Failures of the connection or of the settings: the whole comparison is repeated. */
const WHOLE_FAILURES = [
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
] as const

/** Runs the comparison of one object. Its failure is kept as a difference and does not stop the others. */
async function compareOne(app: App, providerId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isProviderError(error, ...WHOLE_FAILURES)) throw error
    app.log.error({ err: error, object: providerId }, 'an object of the payment provider could not be compared')
    const detail = error instanceof Error ? error.message : String(error)
    await app.db
      .transaction()
      .execute((trx) => reportDifference(app, trx, { providerId, kind: 'not-compared', detail }))
  }
}

/** Compares the objects of the last days. Works without limits on their number: they are read page by page. */
export async function reconcile(app: App, now: Date = new Date()): Promise<void> {
  const provider = await findProvider(app)
  if (!provider) return
  const { stripe } = provider
  for (const { session_id, id } of await listOverdueCheckouts(app.db))
    await (session_id === null
      ? endUnopened(app.db, id)
      : compareOne(app, session_id, () => applySession(app, session_id)))
  for (const { workspace_id: id, provider_customer_id: customer } of await listFormerCustomers(app.db))
    if (customer !== null) await compareOne(app, customer, () => releaseCustomer(app, id, customer))
  const recent = { created: { gte: Math.floor(now.getTime() / 1000) - DAYS * 24 * 60 * 60 }, limit: 100 }
  for await (const session of stripe.checkout.sessions.list(recent))
    await compareOne(app, session.id, () => compareSession(app, session))
  for await (const intent of stripe.paymentIntents.list(recent))
    await compareOne(app, intent.id, () => comparePayment(app, intent))
  const refunded = new Set<string>()
  for await (const { payment_intent: intent } of stripe.refunds.list(recent)) refunded.add(idOf(intent) ?? '')
  for (const id of refunded) if (id !== '') await compareOne(app, id, () => applyRefunds(app, id))
  for await (const { id } of stripe.disputes.list(recent)) await compareOne(app, id, () => applyDispute(app, id))
}

export const reconcileNightly = job({
  name: 'payment.reconcile',
  unique: 'exclusive',
  timeout: 2 * 60 * 60,
  retryDelay: 60,
  run: async (_data, { app }) => {
    await deleteOldEvents(app.db, EVENT_DAYS)
    for (const id of await listUnprocessed(app.db))
      await app.db.transaction().execute((trx) => app.jobs.send(trx, processEvent, { id }))
    await reconcile(app)
  },
})
