// Owners with a card at the payment provider, for tests that run against `openStripeServer`.
import { openMembershipCheckout } from '@kaiwa/contract/payment.ts'
import { completeSession } from '../../payment/stand-in/sessions.ts'
import type { PaymentTest } from '../open-test-app.ts'
import { deliverAll, type StripeServer } from '../stripe-server.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { Db } from '../../platform/database/database.ts'
import { createOwner, type TestOwner, type UserOptions } from './users.ts'

/** The id of the session in the address of its page. */
export function sessionIdOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The customer enters a card on the page of a checkout. */
export function enterCard(server: Pick<StripeServer, 'act'>, url: string, number = '4242424242424242') {
  return server.act((state) => completeSession(state, sessionIdOf(url), number))
}

/** Creates an owner who becomes a member with this card. */
export async function createMemberWithCard(
  test: PaymentTest,
  server: StripeServer,
  { card, ...options }: UserOptions & { card?: string } = {},
): Promise<TestOwner> {
  const owner = await createOwner(test.db, { ...options, plan: 'trial' })
  const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
  await enterCard(server, url, card)
  await deliverAll(test, server)
  return owner
}

export interface InvoiceOptions {
  total?: number
  /** First line of a plan instead of a membership. */
  hasPlan?: boolean
  dueDate?: string
  paymentType?: 'credit_card' | 'monthly'
}

let invoiceCount = 0

/** Inserts an invoice of the workspace's subscription as the closing of a month does. Returns its id. */
export async function createInvoice(
  db: Db,
  { workspaceId }: Pick<TestOwner, 'workspaceId'>,
  { total = 1100, hasPlan = false, dueDate = '2026-03-01', paymentType = 'credit_card' }: InvoiceOptions = {},
): Promise<number> {
  invoiceCount += 1
  const tax = total - Math.ceil(total / 1.1)
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('invoices')
    .values({
      workspace_id: workspaceId,
      subscription_id: subscription.id,
      kind: 'invoice',
      number: `T-${process.pid}-${invoiceCount}`,
      payment_type: paymentType,
      company: jsonb({ name: '山田 花子', is_person: true }),
      issuer: jsonb({ name: 'Kaiwa' }),
      month: `2026-${String(invoiceCount % 12 || 12).padStart(2, '0')}-01`,
      issue_date: dueDate,
      due_date: dueDate,
      start_date: '2026-02-01',
      end_date: '2026-02-28',
      subtotal: total - tax,
      tax,
      total,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('invoice_lines')
    .values({
      invoice_id: id,
      position: 1,
      kind: hasPlan ? 'plan' : 'membership',
      from_date: '2026-02-01',
      to_date: '2026-02-28',
      quantity: 1,
      unit_price: total - tax,
      amount: total - tax,
      tax_percent: 10,
    })
    .execute()
  return id
}
