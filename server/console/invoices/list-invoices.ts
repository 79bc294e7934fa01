import type { AdminInvoice, listInvoices as contract } from '@kaiwa/contract/admin-invoices.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findInvoiceRows, type InvoiceRow, invoicesBy } from '../store/invoices.ts'
import { findPage } from '../store/list-rows.ts'

export function presentInvoice({ number, company, paid_at, ...row }: InvoiceRow): AdminInvoice {
  const isPending = row.status === 'pending'
  return {
    ...row,
    invoice_number: number,
    company: {
      name: company['name'] ?? '',
      contact_name: company['contact_name'] ?? '',
      contact_email: company['contact_email'] ?? '',
      contact_phone: company['contact_phone'] ?? '',
    },
    // No money came in for a return invoice or one of 0 yen, which the closing settles.
    paid_at: row.total > 0 ? (paid_at?.toISOString() ?? null) : null,
    can: { mark_paid: isPending, download: isPending },
  }
}

export const listInvoices: Handler<typeof contract> = async ({ query: { page, ...filters } }, { app: { db } }) => {
  const { ids, ...counts } = await findPage(db, invoicesBy(filters), page)
  return { data: (await findInvoiceRows(db, ids)).map(presentInvoice), ...counts }
}
