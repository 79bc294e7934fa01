// Storing and ending tokens of one portal take turns over all processes and workspaces: HubSpot may give the same refresh
// token to two workspaces of a portal, and ends its access tokens for both. The lock is a lease, because HubSpot is called
// while it is held.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { acquireLease, type Lease, LeaseLost, releaseLease } from '../../platform/store/leases.ts'
import { HubspotFailure } from '../provider/hubspot-api.ts'

/** Longer than the one call to HubSpot that is sent under the lock takes at most (provider/send.ts). */
const LEASE_SECONDS = 40
const PATIENCE_MS = 45_000
const POLL_MS = 100

async function takeLease(app: Pick<App, 'db'>, key: string): Promise<Lease> {
  const holder = randomUUID()
  for (let waited = 0; waited <= PATIENCE_MS; waited += POLL_MS) {
    const lease = await acquireLease(app.db, key, holder, LEASE_SECONDS)
    if (lease) return lease
    await sleep(POLL_MS)
  }
  throw new HubspotFailure('unavailable', 'another process stores or ends tokens of the portal')
}

/** Runs `action` alone for the tokens of the portal. A write under the lock begins with `assertLease`. */
export async function withTokensOfPortal<T>(
  app: Pick<App, 'db'>,
  portalId: string,
  action: (lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(app, `crm-tokens:${portalId}`)
  try {
    return await action(lease)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    throw new HubspotFailure('unavailable', error.message, { cause: error })
  } finally {
    // After a failure of the database the lease expires.
    await releaseLease(app.db, lease).catch(() => undefined)
  }
}
