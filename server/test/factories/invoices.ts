// Contracts of companies, their closings and their invoices, for tests.
import { randomUUID } from 'node:crypto'
import { addPoints } from '../../billing/points/add-points.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { INVOICED_POINTS_CAUSE } from '../../billing/store/invoiced-points.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { closeMonths } from '../../payment/closing/close-months.ts'
import type { TestApp } from '../open-test-app.ts'
import { COMPANY, createPlan, type PlanLimits } from './contracts.ts'
import { createOwner, type TestOwner, type UserOptions } from './users.ts'

export interface CompanyContract {
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  planId?: number
  limits?: PlanLimits
  company?: Partial<typeof COMPANY>
  at: Date
  owner?: UserOptions
}

/** Creates the owner of a workspace with a contract of a company: 10,000 yen a month, 9,000 under a yearly contract. */
export async function createCompanyContract(
  db: Db,
  { paymentType = 'monthly', company, at, ...options }: CompanyContract,
): Promise<TestOwner & { subscriptionId: number }> {
  const owner = await createOwner(db, { ...options.owner, plan: 'trial' })
  const planId = options.planId ?? (await createPlan(db, options.limits))
  const { workspaceId } = owner
  const { id } = await db.transaction().execute(async (trx) => {
    const companyId = await insertCompany(trx, { ...COMPANY, ...company })
    return startSubscription(trx, { workspaceId, planId, paymentType, companyId, at })
  })
  return { ...owner, subscriptionId: id }
}

/** Buys points on the invoice of the month. */
export function buyInvoicedPoints(db: Db, workspaceId: number, point: number, at: Date): Promise<boolean> {
  const money = Math.floor((point * 110) / 100)
  const cause = `${INVOICED_POINTS_CAUSE}${randomUUID()}`
  const bought = { workspaceId, billingType: 'purchase_point', point, money, cause, userId: null, at } as const
  return db.transaction().execute((trx) => addPoints(trx, bought))
}

/** Closes all months that have ended at the instant, given as `2026-12-01` or `2026-12-01T09:00` in Japan. */
export function closeAt(test: Pick<TestApp, 'app'>, at: string): Promise<void> {
  return closeMonths(test.app, { at: inJapan(at) })
}

/** `2026-12-01` or `2026-12-01T09:00` in Japan as an instant. */
export function inJapan(text: string): Date {
  return new Date(`${text.includes('T') ? text : `${text}T00:10`}:00+09:00`)
}

/** The invoices of a subscription with their lines, oldest first. */
export async function invoicesOf(db: Db, subscriptionId: number) {
  const invoices = await db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id')
    .execute()
  const lines = await db
    .selectFrom('invoice_lines')
    .selectAll()
    .where('invoice_id', 'in', [0, ...invoices.map(({ id }) => id)])
    .orderBy('position')
    .execute()
  return invoices.map((invoice) => ({ ...invoice, lines: lines.filter(({ invoice_id: id }) => id === invoice.id) }))
}

/** Stores an invoice of the workspace without closing a month. Returns the id of its row in the purchase history. */
export async function insertTestInvoice(db: Db, workspaceId: number): Promise<number> {
  const date = '2026-04-30'
  const { id: invoiceId } = await db
    .insertInto('invoices')
    .values({
      workspace_id: workspaceId,
      kind: 'invoice',
      number: `test-${workspaceId}`,
      payment_type: 'monthly',
      company: JSON.stringify({ ...COMPANY, contact_name: '佐藤 一郎', is_person: false }),
      issuer: JSON.stringify({ name: 'Kaiwa', address: null, phone: null, registration_number: null, bank: null }),
      month: '2026-04-01',
      issue_date: date,
      due_date: date,
      start_date: date,
      end_date: date,
      subtotal: 1_000,
      tax: 100,
      total: 1_100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('billing_ledger')
    .values({
      workspace_id: workspaceId,
      billing_type: 'payment_invoice',
      money: 1_100,
      month: '2026-04-01',
      invoice_id: invoiceId,
      cause: `test:invoice:${invoiceId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Runs statements on invoices that the database refuses otherwise, to make old or broken ones. */
export async function alterInvoices(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table invoices disable trigger invoices_keep`.execute(trx)
    await work(trx)
    await sql`alter table invoices enable trigger invoices_keep`.execute(trx)
  })
}
