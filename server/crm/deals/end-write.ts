// The end of a write: its row, the registration of the file and the event commit together.
import type { App } from '../../platform/app.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { pleaseWait } from './deadline.ts'
import { hasArrived } from './has-arrived.ts'
import { shownPartsOf } from './present-deal.ts'
import { publishDeal } from './publish-deal.ts'
import { lockDeals, registerDeal, updateDeals } from './store/deals.ts'
import { saveSelection } from './store/master.ts'
import { lockFileOfWrite } from './store/portals.ts'
import { endWrite, findUnansweredWrites, type WriteRow } from './store/writes.ts'

type Sent = Pick<WriteRow, 'id' | 'workspace_id' | 'file_id' | 'portal_id' | 'written_by' | 'created_at'>

/**
 * `deal` as it is after the write. Does nothing if the write has ended already. Locks the file, the write, and the rows of
 * deals in the order of their files: files that exchange their deals wait for each other.
 */
export function recordWritten(app: Pick<App, 'db'>, write: Sent, deal: Pick<ProviderDeal, 'id' | 'properties'>) {
  const shown = shownPartsOf(deal)
  return app.db.transaction().execute(async (trx) => {
    const { workspace_id, file_id, portal_id, written_by: registered_by, created_at: since } = write
    const file = await lockFileOfWrite(trx, file_id)
    const ended = await endWrite(trx, write.id, 'written')
    if (!file || !ended) return
    if (ended.selection) await saveSelection(trx, workspace_id, ended.selection)
    const key = { workspaceId: workspace_id, portalId: portal_id, dealId: deal.id }
    await lockDeals(trx, key, file_id)
    await updateDeals(trx, key, shown)
    if (!ended.is_removed)
      await registerDeal(trx, { ...shown, workspace_id, file_id, portal_id, deal_id: deal.id, registered_by, since })
    await publishDeal(trx, file)
  })
}

export async function recordFailed(app: Pick<App, 'db'>, id: number): Promise<void> {
  await app.db.transaction().execute((trx) => endWrite(trx, id, 'failed'))
}

/**
 * Decides about earlier writes to a deal whose answer was lost, by the deal as it is. The caller holds its lock. A write
 * that is younger than a minute and cannot be seen may still arrive: the caller has to wait for it, unless it sends the same
 * content (`contentHash`) again.
 */
export async function settleWrites(
  app: Pick<App, 'db'>,
  {
    portalId,
    dealIds,
    deal,
    contentHash,
  }: { portalId: string; dealIds: readonly string[]; deal: ProviderDeal; contentHash: Buffer | null },
): Promise<void> {
  for (const write of await findUnansweredWrites(app.db, { portalId, dealIds })) {
    if (hasArrived(write.properties, deal)) await recordWritten(app, write, deal)
    else if (write.is_old || (contentHash && write.content_hash.equals(contentHash))) await recordFailed(app, write.id)
    else throw pleaseWait(10)
  }
}
