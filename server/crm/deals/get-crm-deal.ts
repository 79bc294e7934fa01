import type { getCrmDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openCrmFileForEdit, recheckPortalFor } from '../open-file.ts'
import { withDeadline } from './deadline.ts'
import { presentDeal } from './present-deal.ts'
import { readDeal } from './read-deal.ts'

export const getCrmDeal: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { id: fileId, workspace_id: workspaceId } = await openCrmFileForEdit(app, actor, query.projectFileId)
  const { deal, data, url } = await withDeadline(app, () => readDeal(app, workspaceId, params.dealId))
  // Rights may have ended while HubSpot took its time.
  await recheckPortalFor(app, actor, { fileId, workspaceId, portalId: data.hubspot_id })
  return presentDeal(app.db, deal, { data, fileId, url })
}
