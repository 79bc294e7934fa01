import { job } from '../../platform/jobs/job.ts'
import { findProvider } from '../provider/client.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { deleteExpiredPayments } from './store/expired.ts'
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

/** Rows of one statement, so that none of them takes long. */
const PAGE = 5_000

/** Runs each day: payments of deleted workspaces are kept for seven years. */
export const deleteExpired = job<Record<string, never>>({
  name: 'payment.delete-expired-payments',
  unique: 'exclusive',
  run: async (_data, { app, signal }) => {
    do signal.throwIfAborted()
    while ((await deleteExpiredPayments(app.db, PAGE)) === PAGE)
  },
})
