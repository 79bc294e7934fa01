import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Turn } from '../../platform/fair-queue.ts'
import type invoiceThread from './pdf/invoice.thread.ts'
import { findInvoice, findLines, setPdfKey } from './store/invoices.ts'

const TIMEOUT_MS = 60_000

/**
 * Renders the PDF of an invoice and stores it, unless it is stored. Returns its key. No row is locked during the
 * rendering: of two simultaneous calls the first one to finish sets the key, and both return it. `turn` is that of the person
 * who waits for it; a job has none.
 */
export async function storePdf(app: App, invoiceId: number, turn?: Turn): Promise<string> {
  const invoice = await findInvoice(app.db, invoiceId)
  if (!invoice) throw new Refusal('E_NOT_FOUND')
  if (invoice.pdf_key !== null) return invoice.pdf_key
  const order = { invoice, lines: await findLines(app.db, invoiceId) }
  const module = new URL('pdf/invoice.thread.ts', import.meta.url)
  const lane = turn ? ({ lane: 'interactive', turn } as const) : ({ lane: 'background' } as const)
  const bytes = await app.threads.run<typeof invoiceThread>(module, order, { ...lane, timeoutMs: TIMEOUT_MS })
  const key = `invoices/${invoice.number.slice(0, 4)}/${invoice.number}-${randomUUID()}.pdf`
  await app.storage.put(key, bytes, { contentType: 'application/pdf' })
  if (await setPdfKey(app.db, invoiceId, key)) return key
  await app.storage.delete(key)
  return (await findInvoice(app.db, invoiceId))?.pdf_key ?? key
}
