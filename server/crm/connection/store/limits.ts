// The SQL of a portal's rate limits, which all processes and all workspaces of the portal share. The slots of searches are
// counted in the row of its first workspace.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Four searches a second. */
const SEARCH_INTERVAL_MS = 250

/** Milliseconds until HubSpot accepts calls of this portal again, as far as it has said; 0 now. */
export async function findBlock(db: Db, portalId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(ceil(extract(epoch from max(blocked_until) - clock_timestamp()) * 1000), 0)::integer as ms
    from crm_connections where portal_id = ${portalId}`.execute(db)
  return Math.max(rows[0]?.ms ?? 0, 0)
}

/** HubSpot asks to wait. A later time that is known already stays. */
export async function setBlock(db: Db, workspaceId: number, seconds: number): Promise<void> {
  await sql`
    update crm_connections
    set blocked_until = greatest(blocked_until, clock_timestamp() + make_interval(secs => ${seconds}))
    where workspace_id = ${workspaceId}`.execute(db)
}

/**
 * Takes the next slot and returns the milliseconds until it begins. Null: it begins after `patience` milliseconds, and is
 * left to others.
 */
export async function takeSearchSlot(db: Db, portalId: string, patience: number): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    update crm_connections
    set next_search_at = greatest(next_search_at, clock_timestamp()) + make_interval(secs => ${SEARCH_INTERVAL_MS / 1000})
    where workspace_id = (select min(workspace_id) from crm_connections where portal_id = ${portalId})
      and next_search_at <= clock_timestamp() + make_interval(secs => ${patience / 1000})
    returning ceil(extract(epoch from next_search_at - clock_timestamp()) * 1000)::integer - ${SEARCH_INTERVAL_MS}::integer
      as ms`.execute(db)
  const [row] = rows
  return row ? Math.max(row.ms, 0) : null
}
