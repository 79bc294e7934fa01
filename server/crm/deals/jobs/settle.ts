import type { App } from '../../../platform/app.ts'
import { job } from '../../../platform/jobs/job.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { withPortal } from '../../connection/with-portal.ts'
import { recordFailed, settleWrites } from '../end-write.ts'
import { followMerge } from '../follow-merge.ts'
import { withLockedDeal } from '../lock-deal.ts'
import { namesToRead } from '../present-deal.ts'
import { findOldUnansweredWrites, type WriteRow } from '../store/writes.ts'

const AT_ONCE = 50
/** HubSpot can answer 404 for a short time, for example while a portal is moved. */
const MISSING_MINUTES = 10

async function settle(app: App, write: WriteRow): Promise<void> {
  const { workspace_id: workspaceId, portal_id: portalId, deal_id: dealId } = write
  const names = namesToRead(
    { properties: [] },
    write.properties.map(({ name }) => name),
  )
  await withPortal(app, workspaceId, async (portal) => {
    if (portal.portalId !== portalId) return
    await withLockedDeal(app, { portal, dealId, names, patience: 0 }, async ({ deal }) => {
      await followMerge(app, { workspaceId, portalId, from: dealId, to: deal.id })
      await settleWrites(app, { portalId, dealIds: [dealId, deal.id], deal, contentHash: null })
    })
  })
}

/**
 * Runs every minute: reads the deals of writes whose answer was lost, and decides whether they arrived. What HubSpot does not
 * answer now waits for the next run.
 */
export const settleLostWrites = job<Record<string, never>>({
  name: 'crm.settle-writes',
  unique: 'exclusive',
  run: async (_data, { app, signal, log }) => {
    for (const write of await findOldUnansweredWrites(app.db, AT_ONCE)) {
      if (signal.aborted) return
      try {
        await settle(app, write)
      } catch (error) {
        const isMissing = error instanceof Refusal && error.code === 'E_NOT_FOUND'
        // A deleted deal cannot tell.
        if (isMissing && write.age_minutes >= MISSING_MINUTES) await recordFailed(app, write.id)
        else if (error instanceof Refusal)
          log.warn({ write: write.id, reason: error.details['reason'] }, 'write to HubSpot not settled')
        // A row that cannot be read does not end the run for the others.
        else log.error({ write: write.id, err: error }, 'write to HubSpot not settled')
      }
    }
  },
})
