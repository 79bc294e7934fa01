import { job } from '../../platform/jobs/job.ts'
import { deleteExpiredRows } from '../store/retention.ts'

/** Rows of one statement, so that none of them takes long. */
const PAGE = 5_000

/** Runs each day: rows of ledgers are kept for seven years, and as long as their workspace exists. */
export const deleteExpiredLedgers = job<Record<string, never>>({
  name: 'billing.delete-expired',
  unique: 'queued',
  run: async (_data, { app: { db }, log, signal }) => {
    let count = 0
    for (const ledger of ['usage_ledger', 'billing_ledger'] as const)
      for (;;) {
        signal.throwIfAborted()
        const deleted = await deleteExpiredRows(db, ledger, PAGE)
        count += deleted
        if (deleted < PAGE) break
      }
    if (count > 0) log.info({ count }, 'expired rows of ledgers deleted')
  },
})
