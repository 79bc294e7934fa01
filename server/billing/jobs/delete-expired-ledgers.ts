import { job } from '../../platform/jobs/job.ts'
import { deleteExpiredRows } from '../store/retention.ts'

/** Runs each day: ledgers of deleted workspaces are kept for seven years. */
export const deleteExpiredLedgers = job<Record<string, never>>({
  name: 'billing.delete-expired',
  unique: 'queued',
  run: async (_data, { app: { db }, log }) => {
    const count = await deleteExpiredRows(db)
    if (count > 0) log.info({ count }, 'expired rows of ledgers deleted')
  },
})
