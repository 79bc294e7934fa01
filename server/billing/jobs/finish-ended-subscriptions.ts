import { job } from '../../platform/jobs/job.ts'
import { publishUsage } from '../publish-usage.ts'
import { finishEnded } from '../store/subscriptions.ts'

/** Gives ended trials and contracts the status `finished`, and refreshes open pages. */
export const finishEndedSubscriptions = job<Record<string, never>>({
  name: 'billing.finish-ended',
  unique: 'queued',
  run: async (_data, { app: { db } }) => {
    await db.transaction().execute(async (trx) => {
      for (const workspaceId of await finishEnded(trx)) await publishUsage(trx, workspaceId)
    })
  },
})
