import type { CrmDefinitions, CrmMaster, getCrmMaster as contract } from '@kaiwa/contract/crm.ts'
import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import type { TextHandler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { usableKeys } from '../connection/is-connected.ts'
import { openPortalFor, recheckPortalFor } from '../open-file.ts'
import { withDeadline } from './deadline.ts'
import { FRESH_SECONDS, type Master, refreshMaster } from './read-master.ts'
import { findStored, type StoredPortal } from './store/master.ts'

function present({ data, fetchedAt, isOutdated }: Master, selection: readonly string[]): CrmMaster {
  const existing = new Set(data.properties.map(({ name }) => name))
  return {
    ...data,
    setting_properties: selection.filter((name) => existing.has(name)),
    fetched_at: fetchedAt.toISOString(),
    is_outdated: isOutdated,
    is_due: false,
  }
}

/** The stored text with the fields of now: hundreds of properties are not read and written for each dialog. */
function presentCopy({ text, fetchedAt, selection }: NonNullable<StoredPortal['copy']>, isDue: boolean) {
  const now = {
    setting_properties: selection,
    fetched_at: fetchedAt.toISOString(),
    is_outdated: false,
    is_due: isDue,
  } satisfies Omit<CrmMaster, keyof CrmDefinitions>
  return new JsonText<CrmMaster>(`${JSON.stringify(now).slice(0, -1)},${text.slice(1)}`)
}

export const getCrmMaster: TextHandler<typeof contract> = async ({ query }, { app, actor }) => {
  const { projectFileId: fileId, force, any_age: anyAge } = query
  const workspaceId = await openPortalFor(app.db, actor, fileId)
  const stored = await findStored(app.db, workspaceId, usableKeys(app.config))
  if (!stored) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  const { copy, selection } = stored
  const isDue = !copy || copy.age >= FRESH_SECONDS
  if (copy && !force && (anyAge || !isDue)) return presentCopy(copy, isDue)
  const master = await withDeadline(app, () => refreshMaster(app, workspaceId, copy))
  // Rights may have ended while HubSpot took its time.
  await recheckPortalFor(app, actor, { fileId, workspaceId, portalId: master.data.hubspot_id })
  return present(master, selection)
}
