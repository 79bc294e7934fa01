import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import type invoiceThread from './pdf/invoice.thread.ts'
import { findInvoice, findLines, lockInvoice, setPdfKey } from './store/invoices.ts'

const TIMEOUT_MS = 60_000

/**
 * Renders the PDF of an invoice and stores it, unless it is stored. Returns its key. The row is locked during the rendering, so that
 * the first rendering is the only one.
 */
export async function storePdf(app: App, invoiceId: number): Promise<string> {
  const stored = (await findInvoice(app.db, invoiceId))?.pdf_key
  if (stored) return stored
  return app.db.transaction().execute(async (trx) => {
    const invoice = await lockInvoice(trx, invoiceId)
    if (!invoice) throw new Refusal('E_NOT_FOUND')
    if (invoice.pdf_key !== null) return invoice.pdf_key
    const order = { invoice, lines: await findLines(trx, invoiceId) }
    const module = new URL('pdf/invoice.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: TIMEOUT_MS } as const
    const bytes = await app.threads.run<typeof invoiceThread>(module, order, options)
    const key = `invoices/${invoice.number.slice(0, 4)}/${invoice.number}.pdf`
    await app.storage.put(key, bytes, { contentType: 'application/pdf' })
    await setPdfKey(trx, invoiceId, key)
    return key
  })
}
