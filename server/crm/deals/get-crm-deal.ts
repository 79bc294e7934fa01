import type { getCrmDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import type { Handler } from '../../platform/http/route.ts'
import { withPortal } from '../connection/with-portal.ts'
import { openCrmFileForEdit } from '../open-file.ts'
import { followMerge } from './follow-merge.ts'
import { namesToRead, presentDeal, shownPartsOf } from './present-deal.ts'
import { readMaster } from './read-master.ts'
import { updateDeals } from './store/deals.ts'

export const getCrmDeal: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { workspace_id: workspaceId } = await openCrmFileForEdit(app.db, actor, query.projectFileId)
  const { data } = await readMaster(app, workspaceId)
  const { deal, portalId, url } = await withPortal(app, workspaceId, async (portal) => {
    const read = await portal.api.readDeal(params.dealId, namesToRead(data))
    return { deal: read, portalId: portal.portalId, url: portal.dealUrl(read.id) }
  })
  const file = await openCrmFileForEdit(app.db, actor, query.projectFileId)
  await followMerge(app, { workspaceId, portalId, from: params.dealId, to: deal.id })
  await updateDeals(app.db, { workspaceId, portalId, dealId: deal.id }, shownPartsOf(deal))
  return presentDeal(app.db, deal, { data, fileId: file.id, url })
}
