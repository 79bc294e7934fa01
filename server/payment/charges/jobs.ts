import { job } from '../../platform/jobs/job.ts'
import { findProvider } from '../provider/client.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { listDueInvoices } from './store/invoices.ts'

/**
 * Does what is due for one invoice. While the provider does not answer, it is repeated for about an hour; afterwards the
 * next run of `payment.charge-due` finds the invoice again.
 */
export const chargeOne = job<{ invoiceId: number }>({
  name: 'payment.charge-invoice',
  unique: 'exclusive',
  concurrency: 4,
  retries: 15,
  retryDelay: 5,
  run: ({ invoiceId }, { app }) => chargeInvoice(app, invoiceId),
})

/** Queues every invoice whose charge, next attempt or suspension is due. */
export const chargeDue = job({
  name: 'payment.charge-due',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    if (!(await findProvider(app))) return
    for (const invoiceId of await listDueInvoices(app.db))
      await app.db
        .transaction()
        .execute((trx) => app.jobs.send(trx, chargeOne, { invoiceId }, { key: String(invoiceId) }))
  },
})
