// Purchases of points that are paid on an invoice, as the closing of a month reads and marks them.
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** The causes of these purchases begin with it; points paid by checkout have other causes. */
export const INVOICED_POINTS_CAUSE = 'invoiced-points:'

/** Rows of the billing ledger that are paid on an invoice. */
export const INVOICED_POINTS = sql<boolean>`(billing_type = 'purchase_point' and starts_with(cause, ${sql.lit(INVOICED_POINTS_CAUSE)}))`

export interface InvoicedPoints {
  subscriptionId: number
  /** Month of the purchases. */
  month: string
  invoiceId: number
}

/** Marks purchases with the invoice that contains them. */
export async function markInvoicedPoints(trx: Trx, purchases: readonly InvoicedPoints[]): Promise<void> {
  if (purchases.length === 0) return
  await sql`
    update billing_ledger b set invoice_id = i."invoiceId"
    from jsonb_to_recordset(${JSON.stringify(purchases)}::jsonb) as i("subscriptionId" integer, month date, "invoiceId" integer)
    where b.subscription_id = i."subscriptionId" and b.month = i.month and b.invoice_id is null and ${INVOICED_POINTS}
  `.execute(trx)
}

export interface IssuedInvoice {
  workspaceId: number
  subscriptionId: number
  invoiceId: number
  month: string
  /** Yen with tax that the workspace owes. */
  money: number
}

/** Writes the rows of issued invoices in the purchase history, once per invoice. */
export async function insertIssuedInvoices(trx: Trx, invoices: readonly IssuedInvoice[], at: Date): Promise<void> {
  if (invoices.length === 0) return
  await sql`
    insert into billing_ledger (workspace_id, subscription_id, billing_type, money, month, invoice_id, cause, created_at)
    select "workspaceId", "subscriptionId", 'payment_invoice', money, month, "invoiceId", 'invoice:' || "invoiceId", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as i("workspaceId" integer, "subscriptionId" integer,
      "invoiceId" integer, month date, money bigint)
    on conflict (cause) do nothing
  `.execute(trx)
}
