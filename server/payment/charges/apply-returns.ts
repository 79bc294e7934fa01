// Refunds and disputes: money that the provider gave back is a negative row in the ledger. Each row has the id of the
// refund or dispute as its cause, so events of any order and number write it once.
import { addPoints } from '../../billing/points/add-points.ts'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findCheckoutByKey } from '../checkout/store/checkouts.ts'
import { getProvider } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { mailOperators, mailPayer } from './mails/mail-payer.ts'
import { moneyReturnedMail } from './mails/money-returned.ts'
import { causeOf, findPayingWorkspace, type Payment } from './payment-owner.ts'
import { findLedgerRow, type LedgerRow } from './store/returned-money.ts'

/** The row of the ledger that the payment wrote; undefined if it paid for nothing of ours. */
async function findPaidRow(trx: Trx, { id, metadata }: Payment): Promise<LedgerRow | undefined> {
  const charged = await findLedgerRow(trx, causeOf(id))
  if (charged) return charged
  const checkout = await findCheckoutByKey(trx, metadata['checkout'] ?? '')
  return checkout && findLedgerRow(trx, `checkout:${checkout.key}`)
}

interface Movement {
  cause: string
  /** Yen; negative if it left us. */
  money: number
  kind: 'refund' | 'dispute' | 'dispute-won'
  /** Only if the row with this cause exists: a refund that failed, a dispute that was won. */
  reverses?: string
}

/** Points that were bought go back with the money, as far as they were not used. */
async function write(trx: Trx, paid: LedgerRow, { cause, money, reverses }: Movement): Promise<boolean> {
  const reversed = reverses === undefined ? undefined : await findLedgerRow(trx, reverses)
  if (reverses !== undefined && !reversed) return false
  const row = { workspaceId: paid.workspace_id, money, cause, userId: null, invoiceId: paid.invoice_id }
  if (paid.billing_type !== 'purchase_point')
    return insertBillingRow(trx, { ...row, billingType: paid.billing_type, subscriptionId: paid.subscription_id })
  const point = reversed ? -reversed.point : -Math.floor((paid.point * -money) / paid.money)
  return addPoints(trx, { ...row, billingType: 'give_point', point })
}

async function record(app: App, payment: Payment, movements: readonly Movement[]): Promise<void> {
  const workspaceId = await findPayingWorkspace(app.db, payment)
  if (workspaceId === undefined) return
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    const paid = await findPaidRow(trx, payment)
    if (paid?.workspace_id !== workspaceId) return
    for (const movement of movements) {
      if (!(await write(trx, paid, movement))) continue
      const values = { kind: movement.kind, amount: Math.abs(movement.money) }
      await mailPayer(app, trx, workspaceId, (locale, base) =>
        moneyReturnedMail(locale, { ...base, ...values, payment: null }),
      )
      await mailOperators(app, trx, workspaceId, (locale, base) =>
        moneyReturnedMail(locale, { ...base, ...values, payment: payment.id }),
      )
    }
  })
}

/** Applies all refunds of a payment. */
export async function applyRefunds(app: App, intentId: string): Promise<void> {
  const { stripe } = await getProvider(app)
  const intent = await stripe.paymentIntents.retrieve(intentId)
  const movements: Movement[] = []
  for await (const { id, amount, status } of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
    const cause = `refund:${id}`
    if (status === 'succeeded') movements.push({ cause, money: -amount, kind: 'refund' })
    if (status === 'failed')
      movements.push({ cause: `${cause}:failed`, money: amount, kind: 'refund', reverses: cause })
  }
  await record(app, intent, movements)
}

/** Applies a dispute. An inquiry of a bank (`warning_…`) moves no money. */
export async function applyDispute(app: App, disputeId: string): Promise<void> {
  const { stripe } = await getProvider(app)
  const dispute = await stripe.disputes.retrieve(disputeId)
  const intentId = idOf(dispute.payment_intent)
  if (intentId === null || dispute.status.startsWith('warning_')) return
  const intent = await stripe.paymentIntents.retrieve(intentId)
  const cause = `dispute:${dispute.id}`
  const { amount } = dispute
  await record(app, intent, [
    { cause, money: -amount, kind: 'dispute' },
    ...(dispute.status === 'won'
      ? [{ cause: `${cause}:won`, money: amount, kind: 'dispute-won' as const, reverses: cause }]
      : []),
  ])
}
