import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withPortal } from '../connection/with-portal.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { followMerge } from './follow-merge.ts'
import type { MasterData } from './master-data.ts'
import { namesToRead, shownPartsOf } from './present-deal.ts'
import { readMaster } from './read-master.ts'
import { updateDeals } from './store/deals.ts'

export interface ReadDeal {
  deal: ProviderDeal
  data: MasterData
  /** Its page at HubSpot. */
  url: string
}

/** Reads a deal with all properties that can be written. What Kaiwa stores of it follows. */
export async function readDeal(app: App, workspaceId: number, dealId: string): Promise<ReadDeal> {
  const { data } = await readMaster(app, workspaceId)
  const { deal, portalId, url } = await withPortal(app, workspaceId, async (portal) => {
    // Connected to another portal in between.
    if (portal.portalId !== data.hubspot_id) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    const read = await portal.api.readDeal(dealId, namesToRead(data))
    return { deal: read, portalId: portal.portalId, url: portal.dealUrl(read.id) }
  })
  await followMerge(app, { workspaceId, portalId, from: dealId, to: deal.id })
  await updateDeals(app.db, { workspaceId, portalId, dealId: deal.id }, shownPartsOf(deal))
  return { deal, data, url }
}
