// One write to a deal at a time, over all processes and workspaces that share its portal: reading the deal, comparing it with
// what the person saw, and writing it belong together, and HubSpot has no conditional write.
//
// The lock is a lease, a committed row, because the calls of HubSpot between taking and releasing it last up to a minute. A
// transaction or an advisory lock would keep a connection of the pool for that time, and end with a restart of the database
// while the write is being sent. A process that dies leaves its lease to expire.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { acquireLease, type Lease, releaseLease } from '../../platform/store/leases.ts'
import type { Portal } from '../connection/with-portal.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { pleaseWait } from './deadline.ts'

/** After its process has died, a lease ends in this time; until then it is renewed. */
const LEASE_SECONDS = 20
const RENEW_MS = 5_000
const POLL_MS = 150
/** Merges of merged deals that are followed. */
const MAX_MERGES = 5

export interface LockedDeal {
  /** As it was read under the lock. */
  deal: ProviderDeal
  /** Renews the lock before a call; refuses if another process has it. */
  renew: () => Promise<void>
}

async function takeLease(app: Pick<App, 'db'>, key: string, end: number): Promise<Lease> {
  const holder = randomUUID()
  for (;;) {
    const lease = await acquireLease(app.db, key, holder, LEASE_SECONDS)
    if (lease) return lease
    if (performance.now() >= end) throw pleaseWait(5)
    await sleep(POLL_MS)
  }
}

async function renewLease(app: Pick<App, 'db'>, { key, holder, fence }: Lease): Promise<void> {
  const renewed = await acquireLease(app.db, key, holder, LEASE_SECONDS)
  if (renewed?.fence === fence) return
  if (renewed) await releaseLease(app.db, renewed)
  throw pleaseWait(5)
}

interface Wanted {
  portal: Pick<Portal, 'portalId' | 'api'>
  dealId: string
  /** Properties to read. */
  names: readonly string[]
  /** Milliseconds to wait for others, together for all ids of a merged deal. */
  patience: number
}

/** Runs `action` with the deal, read under the lock. A merged deal is locked and read under its new id. */
export async function withLockedDeal<T>(
  app: Pick<App, 'db'>,
  { portal, dealId, names, patience }: Wanted,
  action: (locked: LockedDeal) => Promise<T>,
): Promise<T> {
  const end = performance.now() + patience
  let id = dealId
  for (let merges = 0; merges < MAX_MERGES; merges += 1) {
    const lease = await takeLease(app, `crm-deal:${portal.portalId}:${id}`, end)
    // A failure is noticed by `renew`, before something is written.
    const renewing = setInterval(() => void renewLease(app, lease).catch(() => undefined), RENEW_MS)
    try {
      const deal = await portal.api.readDeal(id, names)
      if (deal.id === id) return await action({ deal, renew: () => renewLease(app, lease) })
      id = deal.id
    } finally {
      clearInterval(renewing)
      // After a failure of the database the lease expires.
      await releaseLease(app.db, lease).catch(() => undefined)
    }
  }
  throw pleaseWait(5)
}
