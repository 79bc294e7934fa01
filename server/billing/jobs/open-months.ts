import { job } from '../../platform/jobs/job.ts'
import { settlePoints } from '../points/settle-points.ts'
import { findUnopened } from '../store/peaks.ts'
import { updateTypes } from '../store/plan-changes.ts'

/** Workspaces between two queries of the list. */
const AT_ONCE = 200

/**
 * Runs each hour of the first day of a month. Stores with which storage and seats each workspace begins the month, and uses
 * the points that they cost beyond the limits. The first check or change of a workspace in the month does the same. Updates
 * the stored types of contracts, which plan changes of this month changed.
 */
export const openMonths = job<Record<string, never>>({
  name: 'billing.open-months',
  unique: 'queued',
  run: async (_data, { app: { db }, signal }) => {
    while (!signal.aborted && (await updateTypes(db, AT_ONCE)) === AT_ONCE);
    let last = 0
    for (;;) {
      const ids = await findUnopened(db, { after: last, limit: AT_ONCE })
      for (const workspaceId of ids) {
        if (signal.aborted) return
        await db.transaction().execute((trx) => settlePoints(trx, { workspaceId }))
        last = workspaceId
      }
      if (ids.length < AT_ONCE) return
    }
  },
})
