import type { getInvoiceDetail as contract } from '@kaiwa/contract/admin-invoices.ts'
import { findInvoice, findLines } from '../../payment/invoices/store/invoices.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findInvoiceRows } from '../store/invoices.ts'
import { presentInvoice } from './list-invoices.ts'

/** An invoice with the lines that explain its amount. */
export const getInvoiceDetail: Handler<typeof contract> = async ({ params: { invoiceId } }, { app: { db } }) => {
  const [row] = await findInvoiceRows(db, [invoiceId])
  const invoice = await findInvoice(db, invoiceId)
  if (!row || !invoice) throw new Refusal('E_NOT_FOUND')
  const lines = await findLines(db, invoiceId)
  return {
    ...presentInvoice(row),
    mailed_at: invoice.mailed_at?.toISOString() ?? null,
    lines: lines.map(({ planName, unitPrice, taxPercent, ...line }) => ({
      ...line,
      plan_name: planName,
      unit_price: unitPrice,
      tax_percent: taxPercent,
    })),
  }
}
