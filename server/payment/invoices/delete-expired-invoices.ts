import { job } from '../../platform/jobs/job.ts'
import { deleteInvoices, findExpired } from './store/invoices.ts'

const PAGE = 500

/** Runs each day: invoices of deleted workspaces and their PDFs are kept for seven years. */
export const deleteExpiredInvoices = job<Record<string, never>>({
  name: 'payment.delete-expired-invoices',
  unique: 'exclusive',
  run: async (_data, { app, signal }) => {
    for (;;) {
      signal.throwIfAborted()
      const expired = await findExpired(app.db, PAGE)
      // The file first: a run that stops in between finds the row again.
      for (const { pdf_key: key } of expired) if (key !== null) await app.storage.delete(key)
      await deleteInvoices(
        app.db,
        expired.map(({ id }) => id),
      )
      if (expired.length < PAGE) return
    }
  },
})
