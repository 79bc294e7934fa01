import type { listCrmDeals as contract } from '@kaiwa/contract/crm.ts'
import { PIPELINE_PROPERTY, STAGE_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Handler } from '../../platform/http/route.ts'
import { withPortal } from '../connection/with-portal.ts'
import { openPortalFor, recheckPortalFor } from '../open-file.ts'
import { withDeadline } from './deadline.ts'

const SIZE = LIMITS.crmDealsPerPage
/** HubSpot finds no more deals with one query. */
const FOUND = SIZE * LIMITS.crmDealPages

export const listCrmDeals: Handler<typeof contract> = async ({ query }, { app, actor }) => {
  const workspaceId = await openPortalFor(app.db, actor, query.projectFileId)
  const { pipeline, stage, query: words, page } = query
  const search = {
    pipeline,
    stage,
    query: words === '' ? undefined : words,
    after: (page - 1) * SIZE,
    limit: SIZE,
  }
  const { deals, total, portalId } = await withDeadline(app, () =>
    withPortal(app, workspaceId, async ({ api, portalId }) => ({ ...(await api.searchDeals(search)), portalId }), {
      beginsWithSearch: true,
    }),
  )
  // Rights may have ended while HubSpot took its time.
  await recheckPortalFor(app, actor, { fileId: query.projectFileId, workspaceId, portalId })
  return {
    data: deals.map(({ id, properties, updatedAt }) => ({
      id,
      name: properties['dealname'] ?? '',
      pipeline: properties[PIPELINE_PROPERTY] || null,
      dealstage: properties[STAGE_PROPERTY] || null,
      amount: properties['amount'] || null,
      updatedAt,
    })),
    current_page: page,
    last_page: Math.max(1, Math.ceil(Math.min(total, FOUND) / SIZE)),
    total: Math.min(total, FOUND),
    // The total of HubSpot ends there, too.
    is_more: total >= FOUND,
  }
}
