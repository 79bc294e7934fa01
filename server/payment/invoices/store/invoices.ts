// The SQL of issued invoices. Amounts, parties and lines never change; only the status, the key of the PDF and the time
// of the mail are set later.
import type { Line } from '@kaiwa/money/lines.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import type { Customer, Issuer } from '../parties.ts'

export interface InvoiceRow {
  id: number
  workspace_id: number
  subscription_id: number | null
  kind: 'invoice' | 'return'
  number: string
  status: 'pending' | 'paid' | 'failed'
  payment_type: 'credit_card' | 'monthly' | 'yearly'
  company: Customer
  issuer: Issuer
  month: string
  issue_date: string
  due_date: string
  start_date: string
  end_date: string
  subtotal: number
  tax: number
  total: number
  /** A return invoice that is paid out. */
  is_refund: boolean
  pdf_key: string | null
  mailed_at: Date | null
}

const columns = sql`id, workspace_id, subscription_id, kind, number, status, payment_type, company, issuer, month::text,
  issue_date::text, due_date::text, start_date::text, end_date::text, subtotal, tax, total, is_refund, pdf_key,
  mailed_at`

export async function findInvoice(db: Db | Trx, id: number): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select ${columns} from invoices where id = ${id}`.execute(db)
  return rows[0]
}

/** The invoice with its row locked until the end of the transaction. */
export async function lockInvoice(trx: Trx, id: number): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select ${columns} from invoices where id = ${id} for no key update`.execute(
    trx,
  )
  return rows[0]
}

export async function findLines(db: Db | Trx, invoiceId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select kind, plan_name as "planName", from_date::text as "from", to_date::text as "to", quantity,
      unit_price as "unitPrice", amount, tax_percent as "taxPercent"
    from invoice_lines where invoice_id = ${invoiceId} order by position
  `.execute(db)
  return rows
}

/** The invoice of a row of the workspace's purchase history; undefined for another workspace's row or none. */
export async function findInvoiceOfHistory(
  db: Db,
  workspaceId: number,
  billingHistoryId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('billing_ledger')
    .innerJoin('invoices', 'invoices.id', 'billing_ledger.invoice_id')
    .select('invoices.id')
    .where('billing_ledger.id', '=', billingHistoryId)
    .where('billing_ledger.workspace_id', '=', workspaceId)
    .where('invoices.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.id
}

/** Returns false unless the invoice was in one of the statuses. */
export async function updateStatus(
  trx: Trx,
  id: number,
  { from, to, at }: { from: InvoiceRow['status'][]; to: InvoiceRow['status']; at?: Date | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set({ status: to, paid_at: to === 'paid' ? (at ?? sql<Date>`now()`) : null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hasFailedInvoice(trx: Trx, subscriptionId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('invoices')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the invoice has a PDF. */
export async function setPdfKey(db: Db, id: number, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set({ pdf_key: key })
    .where('id', '=', id)
    .where('pdf_key', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setMailed(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('invoices').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** Invoices after this id that are to be mailed: of monthly and yearly contracts, and all return invoices, oldest first. */
export async function findUnmailed(db: Db, after: number, limit: number) {
  return (
    db
      .selectFrom('invoices')
      .select(['id', 'month'])
      .where('id', '>', after)
      .where('mailed_at', 'is', null)
      // As in the condition of the index.
      .where(sql<boolean>`(payment_type in ('monthly', 'yearly') or kind = 'return')`)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Invoices of deleted workspaces that are older than seven years. */
export async function findExpired(db: Db, limit: number): Promise<{ id: number; pdf_key: string | null }[]> {
  const { rows } = await sql<{ id: number; pdf_key: string | null }>`
    select id, pdf_key from invoices i where i.created_at < now() - interval '7 years'
      and not exists (select from workspaces w where w.id = i.workspace_id)
    order by id limit ${limit}
  `.execute(db)
  return rows
}

export async function deleteInvoices(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('invoices')
    .where('id', 'in', [0, ...ids])
    .execute()
}
