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
      await settleWrites(app, { portalId, dealIds: [dealId, deal.id], deal, actorId: null })
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
        if (!(error instanceof Refusal)) throw error
        // A deleted deal cannot tell.
        if (error.code === 'E_NOT_FOUND') await recordFailed(app, write.id)
        else log.warn({ write: write.id, reason: error.details['reason'] }, 'write to HubSpot not settled')
      }
    }
  },
})
