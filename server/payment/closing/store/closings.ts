// The rows that a closing writes: closed months, invoices and their lines, gapless numbers.
import { type Month } from '@kaiwa/money/days.ts'
import type { Line } from '@kaiwa/money/lines.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/database.ts'

export interface NewInvoice {
  workspaceId: number
  subscriptionId: number
  kind: 'invoice' | 'return'
  status: 'pending' | 'paid'
  isRefund: boolean
  number: string
  paymentType: 'credit_card' | 'monthly' | 'yearly'
  company: unknown
  issuer: unknown
  month: Month
  issueDate: string
  dueDate: string
  startDate: string
  endDate: string
  subtotal: number
  tax: number
  total: number
}

/** Takes `count` consecutive numbers of a year and returns the first. The row stays locked until the commit. */
export async function takeNumbers(trx: Trx, year: number, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_numbers (year, last) values (${year}, ${count})
    on conflict (year) do update set last = invoice_numbers.last + excluded.last returning last
  `.execute(trx)
  return (rows[0]?.last ?? count) - count + 1
}

/** Returns the ids by number. */
export async function insertInvoices(
  trx: Trx,
  invoices: readonly NewInvoice[],
  at: Date,
): Promise<Map<string, number>> {
  if (invoices.length === 0) return new Map()
  const { rows } = await sql<{ id: number; number: string }>`
    insert into invoices (workspace_id, subscription_id, kind, status, number, payment_type, company, issuer, month,
      issue_date, due_date, start_date, end_date, subtotal, tax, total, is_refund, created_at, paid_at)
    select "workspaceId", "subscriptionId", kind, status, number, "paymentType", company, issuer, month,
      "issueDate", "dueDate", "startDate", "endDate", subtotal, tax, total, "isRefund", ${at}::timestamptz,
      case when status = 'paid' then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as i("workspaceId" integer, "subscriptionId" integer,
      kind text, status text, number text, "paymentType" text, company jsonb, issuer jsonb, month date, "issueDate" date,
      "dueDate" date, "startDate" date, "endDate" date, subtotal bigint, tax bigint, total bigint,
      "isRefund" boolean)
    returning id, number
  `.execute(trx)
  return new Map(rows.map(({ id, number }) => [number, id]))
}

export async function insertLines(
  trx: Trx,
  lines: readonly (Line & { invoiceId: number; position: number })[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into invoice_lines (invoice_id, position, kind, plan_name, from_date, to_date, quantity, unit_price, amount, tax_percent)
    select "invoiceId", position, kind, "planName", "from", "to", quantity, "unitPrice", amount, "taxPercent"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("invoiceId" integer, position integer, kind text,
      "planName" text, "from" date, "to" date, quantity bigint, "unitPrice" bigint, amount bigint, "taxPercent" integer)
  `.execute(trx)
}

/** Marks the last closings of subscriptions whose credit a later subscription takes over. */
export async function markTaken(trx: Trx, taken: readonly { from: number; by: number }[]): Promise<void> {
  if (taken.length === 0) return
  await sql`
    update month_closings m set taken_by = t."by"
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t("from" integer, "by" integer)
    where m.subscription_id = t."from"
      and m.month = (select max(month) from month_closings where subscription_id = t."from")
  `.execute(trx)
}

export interface NewClosing {
  subscriptionId: number
  month: Month
  invoiceId: number | null
  carried: number
}

export async function insertClosings(trx: Trx, closings: readonly NewClosing[], at: Date): Promise<void> {
  if (closings.length === 0) return
  await sql`
    insert into month_closings (subscription_id, month, invoice_id, carried, closed_at)
    select "subscriptionId", month, "invoiceId", carried, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(closings)}::jsonb) as c("subscriptionId" integer, month date,
      "invoiceId" integer, carried bigint)
  `.execute(trx)
}
