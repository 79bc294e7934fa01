// Applies the state of a payment for an invoice. Called for every event of a payment, by the charging job and by the
// nightly comparison, in any order and number: each payment has one row in the ledger.
import type { Stripe } from 'stripe'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findCheckoutByKey } from '../checkout/store/checkouts.ts'
import { markInvoicePaid } from '../invoices/mark-invoice-paid.ts'
import { getProvider } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { reportDifference } from '../provider/report-difference.ts'
import { endInvoicePages } from './end-invoice-pages.ts'
import { failCharge } from './fail-charge.ts'
import { causeOf, findPayingWorkspace } from './payment-owner.ts'
import {
  type ChargeRow,
  findChargeByIntent,
  findChargeByKey,
  insertCharge,
  lockCharge,
  setSucceeded,
} from './store/charges.ts'
import { findOpenInvoice, type OpenInvoice } from './store/invoices.ts'

/** `applied`: the invoice is paid or the attempt has ended. `open`: the provider has not decided. */
export type IntentOutcome = 'applied' | 'open' | 'ignored'

/** The charge that this payment was made for. One key makes two payments if the provider has forgotten the first one. */
async function findKnownCharge(trx: Trx, { id, metadata }: Stripe.PaymentIntent): Promise<ChargeRow | undefined> {
  const byIntent = await findChargeByIntent(trx, id)
  if (byIntent) return byIntent
  const byKey = await findChargeByKey(trx, metadata['charge'] ?? '')
  return byKey?.status === 'succeeded' ? undefined : byKey
}

/**
 * The invoice that a payment without a charge paid: by our checkout, or by the metadata if a restored backup of the
 * database does not contain the charge. Then the customer, the invoice and the amount must match.
 */
async function findPaidInvoice(
  trx: Trx,
  intent: Stripe.PaymentIntent,
  workspaceId: number,
): Promise<OpenInvoice | undefined> {
  const checkout = await findCheckoutByKey(trx, intent.metadata['checkout'] ?? '')
  if (checkout) return checkout.invoice_id === null ? undefined : findOpenInvoice(trx, checkout.invoice_id)
  const id = Number(/^\d{1,9}$/.exec(intent.metadata['invoice'] ?? '')?.[0] ?? 0)
  const invoice = await findOpenInvoice(trx, id)
  const isSame = invoice?.workspace_id === workspaceId && invoice.total === intent.amount_received
  return isSame && intent.currency === 'jpy' ? invoice : undefined
}

/** The charge of this payment. A payment without one gets its row when it succeeded. */
async function findOrInsertCharge(
  trx: Trx,
  intent: Stripe.PaymentIntent,
  workspaceId: number,
  at?: Date,
): Promise<ChargeRow | undefined> {
  const known = await findKnownCharge(trx, intent)
  if (known || intent.status !== 'succeeded') return known
  const invoice = await findPaidInvoice(trx, intent, workspaceId)
  if (!invoice) return undefined
  return insertCharge(trx, {
    invoiceId: invoice.id,
    workspaceId: invoice.workspace_id,
    attempt: 0,
    amount: intent.amount_received,
    paymentMethodId: idOf(intent.payment_method),
    intentId: intent.id,
    at,
  })
}

async function succeed(
  app: App,
  trx: Trx,
  charge: ChargeRow,
  { intent, invoice, at }: { intent: Stripe.PaymentIntent; invoice: OpenInvoice; at: Date | undefined },
): Promise<void> {
  if (charge.status === 'succeeded') return
  await setSucceeded(trx, charge.id, intent.id, at)
  await insertBillingRow(trx, {
    workspaceId: invoice.workspace_id,
    subscriptionId: invoice.subscription_id,
    billingType: invoice.has_plan ? 'payment_invoice_credit_card' : 'payment_auto',
    money: intent.amount_received,
    invoiceId: invoice.id,
    cause: causeOf(intent.id),
    at,
  })
  const isPaid = await markInvoicePaid(trx, { invoiceId: invoice.id, userId: null, ...(at && { at }) })
  await endInvoicePages(app, trx, invoice.id)
  const difference = { providerId: intent.id, detail: `invoice ${invoice.number}` }
  if (!isPaid) await reportDifference(app, trx, { ...difference, kind: 'double-charge' })
  else if (intent.amount_received !== invoice.total) await reportDifference(app, trx, { ...difference, kind: 'amount' })
}

/** Why the provider did not charge the card. */
function failureOf(intent: Stripe.PaymentIntent): string | null {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'canceled':
      return intent.last_payment_error?.code ?? intent.cancellation_reason ?? intent.status
    case 'requires_action':
      return 'authentication_required'
    default:
      return null
  }
}

export async function applyIntent(app: App, intentId: string, at?: Date): Promise<IntentOutcome> {
  const { stripe } = await getProvider(app)
  const intent = await stripe.paymentIntents.retrieve(intentId)
  const workspaceId = await findPayingWorkspace(app.db, intent)
  if (workspaceId === undefined) return 'ignored'
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    const found = await findOrInsertCharge(trx, intent, workspaceId, at)
    const charge = found && (await lockCharge(trx, found.id))
    const invoice = charge && (await findOpenInvoice(trx, charge.invoice_id))
    if (!charge || !invoice || charge.workspace_id !== workspaceId) return 'ignored'
    if (intent.status === 'succeeded') {
      await succeed(app, trx, charge, { intent, invoice, at })
      return 'applied'
    }
    const error = failureOf(intent)
    if (error === null) return 'open'
    await failCharge(app, trx, charge, invoice, { error, intentId: intent.id, at })
    return 'applied'
  })
}
