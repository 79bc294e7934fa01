// The SQL that reads invoices for operators.
import type { AdminInvoice } from '@kaiwa/contract/admin-invoices.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { List } from './list-rows.ts'
import { search } from './search.ts'

export interface InvoiceFilters {
  status: AdminInvoice['status'] | 'all'
  due?: 'overdue' | undefined
  query?: string | undefined
}

/** Today in Japan. */
export const TODAY = sql<string>`(now() at time zone 'Asia/Tokyo')::date`

/** The index `invoices_due` has pending invoices only. */
const isOverdue = sql<boolean>`(status = 'pending' and due_date < ${TODAY})`

export function invoicesBy({ status, due, query }: InvoiceFilters): List {
  return {
    table: 'invoices',
    where: status === 'all' ? [] : [sql`status = ${status}`],
    narrow: [search('invoices', query), due === 'overdue' ? { find: isOverdue, test: isOverdue } : undefined],
  }
}

export interface InvoiceRow {
  id: number
  workspace_id: number
  status: AdminInvoice['status']
  kind: AdminInvoice['kind']
  number: string
  payment_type: AdminInvoice['payment_type']
  company: Partial<Record<string, string | null>>
  issue_date: string
  due_date: string
  start_date: string
  end_date: string
  price_id: string | null
  prod_id: string | null
  subtotal: number
  tax: number
  total: number
  paid_at: Date | null
}

export async function findInvoiceRows(db: Db | Trx, ids: readonly number[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select id, workspace_id, status, kind, number, payment_type, company, issue_date::text, due_date::text, start_date::text,
      end_date::text, price_id, prod_id, subtotal, tax, total, paid_at
    from invoices where id = any(${[...ids]}::integer[]) order by id desc
  `.execute(db)
  return rows
}
