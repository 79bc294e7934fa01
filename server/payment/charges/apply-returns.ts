// Refunds and disputes: money that the provider gave back is a negative row in the ledger. Each row has the id of the
// refund or dispute as its cause, so events of any order and number write it once.
import { addPoints } from '../../billing/points/add-points.ts'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findCheckoutByKey } from '../checkout/store/checkouts.ts'
import { getProvider, type Provider } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { mailOperators, mailPayer } from './mails/mail-payer.ts'
import { moneyReturnedMail } from './mails/money-returned.ts'
import { causeOf, findPayingWorkspace, type Payment } from './payment-owner.ts'
import { pointsToReturn, type ReturnedMoney } from './points-to-return.ts'
import { findLedgerRow, findWritten, type LedgerRow } from './store/returned-money.ts'

/** The row of the ledger that the payment wrote; undefined if it paid for nothing of ours. */
async function findPaidRow(trx: Trx, { id, metadata }: Payment): Promise<LedgerRow | undefined> {
  const charged = await findLedgerRow(trx, causeOf(id))
  if (charged) return charged
  const checkout = await findCheckoutByKey(trx, metadata['checkout'] ?? '')
  return checkout && findLedgerRow(trx, `checkout:${checkout.key}`)
}

interface Movement extends ReturnedMoney {
  kind: 'refund' | 'dispute' | 'dispute-won'
}

/** Points that were bought go back with the money, as far as they were not used. `earlier`: other rows about the purchase. */
async function write(trx: Trx, paid: LedgerRow, movement: Movement, earlier: readonly Movement[]): Promise<boolean> {
  const { cause, money, reverses } = movement
  const reversed = reverses === undefined ? undefined : await findLedgerRow(trx, reverses)
  if (reverses !== undefined && !reversed) return false
  const row = { workspaceId: paid.workspace_id, money, cause, userId: null, invoiceId: paid.invoice_id }
  if (paid.billing_type !== 'purchase_point')
    return insertBillingRow(trx, { ...row, billingType: paid.billing_type, subscriptionId: paid.subscription_id })
  const point = reversed ? -reversed.point : -pointsToReturn(paid, earlier, movement)
  return addPoints(trx, { ...row, billingType: 'give_point', point })
}

/** Writes those of the payment's movements that have happened and have no row. */
async function record(
  app: App,
  payment: Payment,
  movements: readonly Movement[],
  hasHappened: (movement: Movement) => boolean,
): Promise<void> {
  const workspaceId = await findPayingWorkspace(app.db, payment)
  if (workspaceId === undefined) return
  await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    const paid = await findPaidRow(trx, payment)
    if (paid?.workspace_id !== workspaceId) return
    const byCause = new Map(movements.map((movement) => [movement.cause, movement]))
    const earlier = (await findWritten(trx, [...byCause.keys()])).map((cause) => byCause.get(cause)!)
    for (const movement of movements.filter(hasHappened)) {
      if (!(await write(trx, paid, movement, earlier))) continue
      earlier.push(movement)
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

function movementsOfRefund({ id, amount }: { id: string; amount: number }): [taken: Movement, givenBack: Movement] {
  const cause = `refund:${id}`
  return [
    { cause, money: -amount, kind: 'refund' },
    { cause: `${cause}:failed`, money: amount, kind: 'refund', reverses: cause },
  ]
}

function movementsOfDispute({ id, amount }: { id: string; amount: number }): [taken: Movement, givenBack: Movement] {
  const cause = `dispute:${id}`
  return [
    { cause, money: -amount, kind: 'dispute' },
    { cause: `${cause}:won`, money: amount, kind: 'dispute-won', reverses: cause },
  ]
}

/** All movements that refunds and disputes of a payment can cause, and the causes of those refunds that have happened. */
async function readMovements({ stripe }: Provider, intentId: string) {
  const movements: Movement[] = []
  const refunded = new Set<string>()
  for await (const { status, ...refund } of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
    const [taken, givenBack] = movementsOfRefund(refund)
    movements.push(taken, givenBack)
    if (status === 'succeeded') refunded.add(taken.cause)
    if (status === 'failed') refunded.add(givenBack.cause)
  }
  for await (const dispute of stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
    movements.push(...movementsOfDispute(dispute))
  return { movements, refunded }
}

/** Applies all refunds of a payment. */
export async function applyRefunds(app: App, intentId: string): Promise<void> {
  const provider = await getProvider(app)
  const intent = await provider.stripe.paymentIntents.retrieve(intentId)
  const { movements, refunded } = await readMovements(provider, intentId)
  await record(app, intent, movements, ({ cause }) => refunded.has(cause))
}

/** Applies a dispute. An inquiry of a bank (`warning_…`) moves no money. */
export async function applyDispute(app: App, disputeId: string): Promise<void> {
  const provider = await getProvider(app)
  const dispute = await provider.stripe.disputes.retrieve(disputeId)
  const intentId = idOf(dispute.payment_intent)
  if (intentId === null || dispute.status.startsWith('warning_')) return
  const intent = await provider.stripe.paymentIntents.retrieve(intentId)
  const { movements } = await readMovements(provider, intentId)
  const [taken, givenBack] = movementsOfDispute(dispute)
  await record(
    app,
    intent,
    movements,
    ({ cause }) => cause === taken.cause || (dispute.status === 'won' && cause === givenBack.cause),
  )
}
