import { dayInJapan, type Month } from '@kaiwa/money/days.ts'
import { mailDeadline } from '@kaiwa/money/due-dates.ts'
import type { App } from '../../platform/app.ts'
import { databaseTime } from '../../platform/database/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { isHolidayInJapan } from './business-days.ts'
import { invoiceMail } from './invoice-mail.ts'
import { storePdf } from './store-pdf.ts'
import { findUnmailed, lockInvoice, setMailed } from './store/invoices.ts'

const PAGE = 200

/** Queues the mail of an invoice once: the mail and `mailed_at` commit together. */
async function mailInvoice(app: App, id: number): Promise<void> {
  const key = await storePdf(app, id)
  await app.db.transaction().execute(async (trx) => {
    const invoice = await lockInvoice(trx, id)
    if (!invoice || invoice.mailed_at !== null) return
    await app.mail.send(trx, invoiceMail(invoice, key))
    await setMailed(trx, id, await databaseTime(app.db))
  })
}

/**
 * Mails every issued invoice of monthly and yearly contracts, and every return invoice, that was not mailed. One that
 * cannot be mailed is tried again by the next run; it is logged as an error once its second business day has passed.
 */
export async function mailIssuedInvoices(app: App, signal?: AbortSignal): Promise<void> {
  const today = dayInJapan(await databaseTime(app.db))
  const failures: unknown[] = []
  let after = 0
  for (;;) {
    const page = await findUnmailed(app.db, after, PAGE)
    for (const { id, month } of page) {
      signal?.throwIfAborted()
      after = id
      try {
        await mailInvoice(app, id)
      } catch (error) {
        failures.push(error)
        const isLate = today > mailDeadline(month as Month, isHolidayInJapan)
        app.log[isLate ? 'error' : 'warn']({ err: error, invoice: id, isLate }, 'invoice not mailed')
      }
    }
    if (page.length < PAGE) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} invoices were not mailed`)
}

export const mailInvoices = job<Record<string, never>>({
  name: 'payment.mail-invoices',
  unique: 'queued',
  retryDelay: 60,
  timeout: 4 * 3600,
  run: (_data, { app, signal }) => mailIssuedInvoices(app, signal),
})
