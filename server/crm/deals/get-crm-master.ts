import type { getCrmMaster as contract } from '@kaiwa/contract/crm.ts'
import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { usableKeys } from '../connection/is-connected.ts'
import { openPortalFor, recheckPortalFor } from '../open-file.ts'
import { withDeadline } from './deadline.ts'
import { FRESH_SECONDS, type Master, refreshMaster } from './read-master.ts'
import { findStored, type StoredPortal } from './store/master.ts'

function present({ data, fetchedAt, isOutdated }: Master, { selection }: StoredPortal, isDue = false) {
  const existing = new Set(data.properties.map(({ name }) => name))
  return {
    ...data,
    setting_properties: selection.filter((name) => existing.has(name)),
    fetched_at: fetchedAt.toISOString(),
    is_outdated: isOutdated,
    is_due: isDue,
  }
}

export const getCrmMaster: Handler<typeof contract> = async ({ query }, { app, actor }) => {
  const { projectFileId: fileId, force, any_age: anyAge } = query
  const workspaceId = await openPortalFor(app.db, actor, fileId)
  const stored = await findStored(app.db, workspaceId, usableKeys(app.config))
  if (!stored) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  const { copy } = stored
  const isDue = !copy || copy.age >= FRESH_SECONDS
  if (copy && !force && (anyAge || !isDue)) return present({ ...copy, isOutdated: false }, stored, isDue)
  const master = await withDeadline(app, () => refreshMaster(app, workspaceId, copy))
  // Rights may have ended while HubSpot took its time.
  await recheckPortalFor(app, actor, { fileId, workspaceId, portalId: master.data.hubspot_id })
  return present(master, stored)
}
