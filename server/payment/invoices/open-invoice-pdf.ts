import type { App } from '../../platform/app.ts'
import { databaseTime } from '../../platform/database/clock.ts'
import type { Turn } from '../../platform/fair-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeInvoiceGrant } from './invoice-grant.ts'
import { findInvoice } from './store/invoices.ts'
import { storePdf } from './store-pdf.ts'

const VALID_SECONDS = 10 * 60

/**
 * Returns the path from which a browser downloads the PDF of an invoice for ten minutes. Renders it if it is not stored
 * yet. Each download checks that the session is valid and its person may still read the invoice. The
 * caller checks the rights of today. Refuses with E_NOT_FOUND if there is no such invoice.
 */
export async function openInvoicePdf(app: App, invoiceId: number, sessionId: number, turn?: Turn): Promise<string> {
  const invoice = await findInvoice(app.db, invoiceId)
  if (!invoice) throw new Refusal('E_NOT_FOUND')
  await storePdf(app, invoiceId, turn)
  const expires = Math.floor((await databaseTime(app.db)).getTime() / 1000) + VALID_SECONDS
  const grant = writeInvoiceGrant({ invoiceId, sessionId, expires }, app.config.secret)
  return `/media/invoices/${grant}/${invoice.number}.pdf`
}
