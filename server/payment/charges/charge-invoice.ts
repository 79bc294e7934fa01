// Charges the card of a workspace for one invoice. The attempt is stored before the provider is asked. After any failure, the next run first looks at the provider for payments of the invoice: the provider forgets idempotency keys after
// 24 hours, so the key alone does not prevent a second charge.
import type { Stripe } from 'stripe'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { readInstant } from '../../billing/store/subscriptions.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { setSuspended } from '../../billing/subscriptions/set-suspended.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { applySession } from '../checkout/apply-session.ts'
import { listOpenInvoiceCheckouts } from '../checkout/store/checkouts.ts'
import { markInvoiceFailed, markInvoicePaid } from '../invoices/mark-invoice-paid.ts'
import { getProvider, isMissing, isProviderError } from '../provider/client.ts'
import { findLiveCustomer, forgetCustomer } from '../provider/live-customer.ts'
import { releaseCustomer } from '../provider/release-customer.ts'
import { reportDifference } from '../provider/report-difference.ts'
import { type CustomerRow, findCustomer } from '../provider/store/customers.ts'
import { applyIntent } from './apply-intent.ts'
import { createInvoiceLink, failCharge } from './fail-charge.ts'
import { mailPayer } from './mails/mail-payer.ts'
import { suspendedMail } from './mails/suspended.ts'
import { graceEnd } from './schedule.ts'
import { type ChargeRow, insertCharge, listCharges, lockCharge } from './store/charges.ts'
import { findDueInvoice, findOpenInvoice, GRACE_DAYS, type OpenInvoice } from './store/invoices.ts'

/** A day more than the clocks of two machines may differ. */
const CLOCK_SECONDS = 24 * 60 * 60

/** The object has another state by now, which is applied next. */
function ignoreRefusal(error: unknown): void {
  if (!isProviderError(error, 'StripeInvalidRequestError')) throw error
}

/** Ends the pages at which the customer could pay the invoice at the same time. */
async function endCheckouts(app: App, invoiceId: number): Promise<void> {
  const { stripe } = await getProvider(app)
  for (const { session_id } of await listOpenInvoiceCheckouts(app.db, invoiceId)) {
    if (session_id === null) continue
    await stripe.checkout.sessions.expire(session_id).catch(ignoreRefusal)
    await applySession(app, session_id)
  }
}

/**
 * Payments of the invoice that the provider knows, also those that a restored backup of the database does not contain.
 * Not its search, which finds new payments late.
 */
async function listIntents(app: App, customer: string, invoice: OpenInvoice): Promise<Stripe.PaymentIntent[]> {
  const { stripe } = await getProvider(app)
  const found: Stripe.PaymentIntent[] = []
  const since = Math.floor(invoice.payable_since.getTime() / 1000) - CLOCK_SECONDS
  try {
    for await (const intent of stripe.paymentIntents.list({ customer, created: { gte: since }, limit: 100 }))
      if (intent.metadata['invoice'] === String(invoice.id)) found.push(intent)
  } catch (error) {
    // A customer whom the provider does not know has no payments there.
    if (!isMissing(error)) throw error
  }
  return found
}

/** Whether all the money of a payment went back. */
async function isReturned(app: App, { id, amount_received: amount }: Stripe.PaymentIntent): Promise<boolean> {
  const { stripe } = await getProvider(app)
  let returned = 0
  for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }))
    if (refund.status === 'succeeded') returned += refund.amount
  return returned >= amount
}

/** A payment names the invoice but does not fit it. The invoice is not charged until the payment is refunded. */
async function isInTheWay(app: App, intent: Stripe.PaymentIntent, { number }: OpenInvoice): Promise<boolean> {
  if (await isReturned(app, intent)) return false
  const detail = `${intent.amount_received} yen for invoice ${number}, which has another amount or customer`
  await app.db
    .transaction()
    .execute((trx) => reportDifference(app, trx, { providerId: intent.id, kind: 'unknown-payment', detail }))
  return true
}

/** Applies what the provider knows. Returns false while a payment may still succeed, or one cannot be explained. */
async function settleKnown(app: App, customer: CustomerRow, invoice: OpenInvoice, at?: Date): Promise<boolean> {
  if (customer.provider_customer_id === null) return true
  const { stripe } = await getProvider(app)
  await endCheckouts(app, invoice.id)
  const intents = await listIntents(app, customer.provider_customer_id, invoice)
  let isSettled = true
  for (const intent of intents) {
    const { id, status } = intent
    // An open payment could be confirmed later.
    if (status.startsWith('requires_')) await stripe.paymentIntents.cancel(id).catch(ignoreRefusal)
    const outcome = await applyIntent(app, id, at)
    if (status === 'processing') isSettled = false
    if (status === 'succeeded' && outcome === 'ignored' && (await isInTheWay(app, intent, invoice))) isSettled = false
  }
  return isSettled
}

/** The grace period has ended: the basic limits hold until the invoice is paid. */
async function suspend(app: App, trx: Trx, invoice: OpenInvoice): Promise<void> {
  if (!(await markInvoiceFailed(trx, { invoiceId: invoice.id }))) return
  if (invoice.subscription_id !== null) await setSuspended(trx, invoice.subscription_id, true)
  const link = await createInvoiceLink(trx, invoice)
  const { number, total } = invoice
  await mailPayer(app, trx, invoice.workspace_id, (locale, values) =>
    suspendedMail(locale, { ...values, number, amount: total, url: `${values.origin}${link}` }),
  )
}

/** The provider charges no less than 50 yen. A smaller invoice, for example of a single day, costs nothing. */
const MIN_YEN = 50

async function waive(trx: Trx, invoice: OpenInvoice, at?: Date): Promise<void> {
  await insertBillingRow(trx, {
    workspaceId: invoice.workspace_id,
    subscriptionId: invoice.subscription_id,
    billingType: invoice.has_plan ? 'payment_invoice_credit_card' : 'payment_auto',
    invoiceId: invoice.id,
    cause: `invoice:${invoice.id}:charged`,
    at,
  })
  await markInvoicePaid(trx, { invoiceId: invoice.id, userId: null, ...(at && { at }) })
}

/** The attempt to send to the provider: one that was interrupted, or a new one. Null if there is nothing to charge. */
async function beginAttempt(
  app: App,
  invoiceId: number,
  { hasCustomer, isReleased, at }: { hasCustomer: boolean; isReleased: boolean; at: Date | undefined },
): Promise<ChargeRow | null> {
  const known = await findOpenInvoice(app.db, invoiceId)
  if (!known) return null
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, known.workspace_id)
    const invoice = await findDueInvoice(trx, invoiceId, at)
    if (!invoice || (await listOpenInvoiceCheckouts(trx, invoiceId)).length > 0) return null
    if (invoice.total < MIN_YEN) {
      await waive(trx, invoice, at)
      return null
    }
    const attempts = (await listCharges(trx, invoiceId)).filter(({ attempt }) => attempt > 0)
    const last = attempts.at(-1)
    const customer = await findCustomer(trx, invoice.workspace_id)
    // The state of an interrupted attempt at the provider was applied before.
    if (last?.status === 'started' && (isReleased || customer?.is_of_owner === false)) {
      await failCharge(app, trx, last, invoice, { error: 'no-card', intentId: null, at })
      return null
    }
    if (last?.status === 'started') return last
    const now = await readInstant(trx, at)
    const first = attempts.find(({ status }) => status === 'failed')
    const isRetry = last?.next_attempt_at != null && last.next_attempt_at <= now
    if (first && invoice.status === 'pending' && graceEnd(first.created_at, GRACE_DAYS) <= now) {
      await suspend(app, trx, invoice)
      if (!isRetry) return null
    }
    const charge = await insertCharge(trx, {
      invoiceId,
      workspaceId: invoice.workspace_id,
      attempt: (last?.attempt ?? 0) + 1,
      amount: invoice.total,
      paymentMethodId: (hasCustomer && customer?.is_of_owner ? customer.payment_method_id : null) ?? null,
      at,
    })
    if (charge.payment_method_id !== null && customer?.provider_customer_id != null) return charge
    await failCharge(app, trx, charge, invoice, { error: 'no-card', intentId: null, at })
    return null
  })
}

interface CardError extends Error {
  code?: string
  payment_intent?: { id: string }
}

async function fail(app: App, charge: ChargeRow, error: CardError, at?: Date): Promise<void> {
  const id = error.payment_intent?.id
  if (id !== undefined) return void (await applyIntent(app, id, at))
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, charge.workspace_id)
    const current = await lockCharge(trx, charge.id)
    const invoice = await findOpenInvoice(trx, charge.invoice_id)
    if (current && invoice)
      await failCharge(app, trx, current, invoice, { error: error.code ?? 'refused', intentId: null, at })
  })
}

async function send(app: App, charge: ChargeRow, customer: string, at?: Date): Promise<void> {
  const { stripe } = await getProvider(app)
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: charge.amount,
        currency: 'jpy',
        customer,
        payment_method: charge.payment_method_id ?? '',
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        metadata: {
          charge: charge.key,
          invoice: String(charge.invoice_id),
          workspace: String(charge.workspace_id),
        },
      },
      { idempotencyKey: `charge:${charge.key}` },
    )
    await applyIntent(app, intent.id, at)
  } catch (error) {
    // Anything else, for example no connection, says nothing about the charge: the attempt stays started.
    if (!isProviderError(error, 'StripeCardError', 'StripeInvalidRequestError')) throw error
    await fail(app, charge, error, at)
  }
}

/**
 * Charges the card for an open invoice, or suspends the subscription. The card of a former owner is not charged: the
 * invoice is treated as one without a card. May run twice.
 */
export async function chargeInvoice(app: App, invoiceId: number, at?: Date): Promise<void> {
  const invoice = await findOpenInvoice(app.db, invoiceId)
  if (!invoice || invoice.status === 'paid') return
  const customer = await findCustomer(app.db, invoice.workspace_id)
  const id = customer?.provider_customer_id ?? null
  const isReleased = customer?.is_of_owner === false
  const hasCustomer = id !== null && !isReleased && (await findLiveCustomer(app, id)) !== null
  if (customer && !(await settleKnown(app, customer, invoice, at))) return
  if (id !== null && isReleased) await releaseCustomer(app, invoice.workspace_id, id)
  const charge = await beginAttempt(app, invoiceId, { hasCustomer, isReleased, at })
  if (id === null) return
  // An attempt that was interrupted is continued with the customer of that time: its answer may be known.
  if (charge) await send(app, charge, id, at)
  if (!hasCustomer && !isReleased) await forgetCustomer(app, invoice.workspace_id, id)
}
