import type { getCrmMaster as contract } from '@kaiwa/contract/crm.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openPortalFor, recheckPortalFor } from '../open-file.ts'
import { withDeadline } from './deadline.ts'
import { readMaster } from './read-master.ts'
import { findSelection } from './store/master.ts'

export const getCrmMaster: Handler<typeof contract> = async ({ query }, { app, actor }) => {
  const workspaceId = await openPortalFor(app, actor, query.projectFileId)
  const { data, fetchedAt, isOutdated } = await withDeadline(app, () =>
    readMaster(app, workspaceId, { force: query.force }),
  )
  // Rights may have ended while HubSpot took its time.
  await recheckPortalFor(app, actor, { fileId: query.projectFileId, workspaceId, portalId: data.hubspot_id })
  const existing = new Set(data.properties.map(({ name }) => name))
  return {
    ...data,
    setting_properties: (await findSelection(app.db, workspaceId)).filter((name) => existing.has(name)),
    fetched_at: fetchedAt.toISOString(),
    is_outdated: isOutdated,
  }
}
