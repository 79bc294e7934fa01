import type { App } from '../../platform/app.ts'
import { publishDeal } from './publish-deal.ts'
import { moveDeals } from './store/deals.ts'

/** HubSpot answered with another id: the deal was merged. Its files and their history continue under the new one. */
export async function followMerge(
  app: Pick<App, 'db'>,
  merge: { workspaceId: number; portalId: string; from: string; to: string },
): Promise<void> {
  if (merge.from === merge.to) return
  await app.db.transaction().execute(async (trx) => {
    for (const file of await moveDeals(trx, merge)) await publishDeal(trx, file)
  })
}
