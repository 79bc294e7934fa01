// Reads the definitions of the portal of a workspace. All processes share one copy in the database, which counts for 10 minutes; one of
// them reads the portal while the others wait for its copy.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { acquireLease, releaseLease } from '../../platform/store/leases.ts'
import { updateAccount } from '../connection/update-account.ts'
import { withPortal } from '../connection/with-portal.ts'
import { fetchMaster, type MasterData } from './master-data.ts'
import { findMaster, type MasterCopy, saveMaster } from './store/master.ts'

export const FRESH_SECONDS = 600
/** A reader that has died is replaced after this time. */
const LEASE_SECONDS = 30
const POLL_MS = 100

export interface Master {
  data: MasterData
  fetchedAt: Date
  /** HubSpot did not answer: this is an older copy. */
  isOutdated: boolean
}

function show({ data, fetchedAt }: Pick<MasterCopy, 'data' | 'fetchedAt'>, isOutdated: boolean): Master {
  return { data, fetchedAt, isOutdated }
}

/** The older copy if HubSpot does not answer or asks to wait. */
async function fetchOrKeep(app: App, workspaceId: number): Promise<Master> {
  try {
    const data = await withPortal(app, workspaceId, async (portal) => {
      const [read, account] = await Promise.all([fetchMaster(portal), updateAccount(app, workspaceId, portal)])
      return { ...read, time_zone: account.timeZone, currency: account.currency }
    })
    const fetchedAt = await saveMaster(app.db, workspaceId, data)
    // Disconnected, or connected to another portal in between: its members may not see this.
    if (!fetchedAt) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    return show({ data, fetchedAt }, false)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'E_UNAVAILABLE') throw error
    const kept = await findMaster(app.db, workspaceId)
    if (!kept) throw error
    return show(kept, true)
  }
}

/** Reads the portal, or waits for the copy that another process is reading. `started`: the copy of before. */
export async function refreshMaster(
  app: App,
  workspaceId: number,
  started: Pick<MasterCopy, 'fetchedAt'> | null,
): Promise<Master> {
  const key = `crm-master:${workspaceId}`
  const holder = randomUUID()
  for (let waited = 0; ; waited += POLL_MS) {
    const lease = await acquireLease(app.db, key, holder, LEASE_SECONDS)
    const copy = await findMaster(app.db, workspaceId)
    const isNewer = copy !== null && copy.fetchedAt > (started?.fetchedAt ?? new Date(0))
    // The last round reads the portal itself: the holder may have failed.
    if (!lease && !isNewer && waited < LEASE_SECONDS * 1000) {
      await sleep(POLL_MS)
      continue
    }
    try {
      return copy && isNewer ? show(copy, false) : await fetchOrKeep(app, workspaceId)
    } finally {
      if (lease) await releaseLease(app.db, lease)
    }
  }
}

/**
 * Refuses with E_CONFLICT (`crm.disconnected`), and with E_UNAVAILABLE if HubSpot does not answer and there is no copy.
 * `force` reads the portal in any case.
 */
export async function readMaster(
  app: App,
  workspaceId: number,
  { force = false }: { force?: boolean } = {},
): Promise<Master> {
  const copy = await findMaster(app.db, workspaceId)
  return copy && copy.age < FRESH_SECONDS && !force ? show(copy, false) : refreshMaster(app, workspaceId, copy)
}
