// The end of a write: its row, the registration of the file and the event commit together.
import type { App } from '../../platform/app.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { hasArrived } from './has-arrived.ts'
import { pleaseWait } from './lock-deal.ts'
import { shownPartsOf } from './present-deal.ts'
import { publishDeal } from './publish-deal.ts'
import { registerDeal, updateDeals } from './store/deals.ts'
import { findUnansweredWrites, endWrite, type WriteRow } from './store/writes.ts'
import { findFileOfWrite } from './store/portals.ts'

type Sent = Pick<WriteRow, 'id' | 'workspace_id' | 'file_id' | 'portal_id' | 'written_by' | 'created_at'>

/** `deal` as it is after the write. Does nothing if the write has ended already. */
export function recordWritten(app: Pick<App, 'db'>, write: Sent, deal: Pick<ProviderDeal, 'id' | 'properties'>) {
  const shown = shownPartsOf(deal)
  return app.db.transaction().execute(async (trx) => {
    if (!(await endWrite(trx, write.id, 'written'))) return
    const { workspace_id, file_id, portal_id, written_by: registered_by, created_at: since } = write
    await updateDeals(trx, { workspaceId: workspace_id, portalId: portal_id, dealId: deal.id }, shown)
    await registerDeal(trx, { ...shown, workspace_id, file_id, portal_id, deal_id: deal.id, registered_by, since })
    const file = await findFileOfWrite(trx, file_id)
    if (file) await publishDeal(trx, file)
  })
}

export function recordFailed(app: Pick<App, 'db'>, id: number): Promise<boolean> {
  return app.db.transaction().execute((trx) => endWrite(trx, id, 'failed'))
}

/**
 * Decides about earlier writes to a deal whose answer was lost, by the deal as it is. The caller holds its lock. A write of
 * somebody else that is younger than a minute and cannot be seen may still arrive: the caller has to wait for it.
 */
export async function settleWrites(
  app: Pick<App, 'db'>,
  {
    portalId,
    dealIds,
    deal,
    actorId,
  }: { portalId: string; dealIds: readonly string[]; deal: ProviderDeal; actorId: number | null },
): Promise<void> {
  for (const write of await findUnansweredWrites(app.db, { portalId, dealIds })) {
    if (hasArrived(write.properties, deal)) await recordWritten(app, write, deal)
    else if (write.is_old || (actorId !== null && write.written_by === actorId)) await recordFailed(app, write.id)
    else throw pleaseWait(10)
  }
}
