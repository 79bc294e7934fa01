// The SQL of a portal's rate limits, which all processes and all workspaces of the portal share. The slots of searches are
// counted in the row of its first workspace.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ConnectionRow } from './connections.ts'

/** Four searches a second. */
const SEARCH_INTERVAL_MS = 250

/** Milliseconds until HubSpot accepts calls of this portal again, as far as it has said; 0 now. */
export async function findBlock(db: Db, portalId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(ceil(extract(epoch from max(blocked_until) - clock_timestamp()) * 1000), 0)::integer as ms
    from crm_connections where portal_id = ${portalId}`.execute(db)
  return Math.max(rows[0]?.ms ?? 0, 0)
}

/**
 * HubSpot asks to wait. A later time that is known already stays. Returns false if the workspace is not connected to the
 * portal any more: then nobody knows that the portal asks to wait.
 */
export async function setBlock(
  db: Db,
  { workspace_id, portal_id }: Pick<ConnectionRow, 'workspace_id' | 'portal_id'>,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update crm_connections
    set blocked_until = greatest(blocked_until, clock_timestamp() + make_interval(secs => ${seconds}))
    where workspace_id = ${workspace_id} and portal_id = ${portal_id}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Takes the next slot of a search. `slot`: milliseconds until it begins; null if that is after `patience` milliseconds, and
 * the slot is left to others. `blocked`: milliseconds until HubSpot accepts calls of this portal again; no slot is taken
 * before.
 */
export async function takeSearchSlot(
  db: Db,
  portalId: string,
  patience: number,
): Promise<{ blocked: number; slot: number | null }> {
  const { rows } = await sql<{ blocked: number; slot: number | null }>`
    with portal as (
      select min(workspace_id) as first_id,
        greatest(coalesce(ceil(extract(epoch from max(blocked_until) - clock_timestamp()) * 1000), 0), 0)::integer
          as blocked
      from crm_connections where portal_id = ${portalId}
    ), taken as (
      update crm_connections c
      set next_search_at = greatest(c.next_search_at, clock_timestamp())
        + make_interval(secs => ${SEARCH_INTERVAL_MS / 1000})
      from portal
      where c.workspace_id = portal.first_id and portal.blocked = 0
        and c.next_search_at <= clock_timestamp() + make_interval(secs => ${patience / 1000})
      returning c.next_search_at
    )
    select portal.blocked,
      (select greatest(ceil(extract(epoch from next_search_at - clock_timestamp()) * 1000)::integer
        - ${SEARCH_INTERVAL_MS}::integer, 0) from taken) as slot
    from portal`.execute(db)
  return rows[0] ?? { blocked: 0, slot: null }
}
