// The SQL of a portal's rate limits, which all processes and all workspaces of the portal share. The slots of searches are
// counted in the row of its first workspace.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { connectionColumns, type ConnectionRow } from './connections.ts'

/** Four searches a second. */
const SEARCH_INTERVAL_MS = 250

/**
 * When a slot is free for the next search. The end of the last one is never more than the patience of a caller away: a later
 * one is from before the clock was put back (decision 181).
 */
const nextFree = sql`case when c.next_search_at > clock_timestamp() + interval '1 minute' then clock_timestamp()
  else greatest(c.next_search_at, clock_timestamp()) end`

/**
 * The end of a wait that HubSpot has asked for. A wait of a day is valid, so its start is checked: a start in the future means
 * that the clock was put back.
 */
const blockEnd = sql`case when blocked_at is null or blocked_at <= clock_timestamp() + interval '1 minute'
  then blocked_until end`

/** Milliseconds until HubSpot accepts calls of this portal again, as far as it has said; 0 now. */
export async function findBlock(db: Db, portalId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(ceil(extract(epoch from max(${blockEnd}) - clock_timestamp()) * 1000), 0)::integer as ms
    from crm_connections where portal_id = ${portalId}`.execute(db)
  return Math.max(rows[0]?.ms ?? 0, 0)
}

/**
 * Stores how long HubSpot asks to wait. A later stored time is kept. Returns false if the workspace is no longer connected
 * to the portal: then the time is not stored.
 */
export async function setBlock(
  db: Db,
  { workspace_id, portal_id }: Pick<ConnectionRow, 'workspace_id' | 'portal_id'>,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update crm_connections
    set blocked_until = greatest(${blockEnd}, clock_timestamp() + make_interval(secs => ${seconds})),
      blocked_at = clock_timestamp()
    where workspace_id = ${workspace_id} and portal_id = ${portal_id}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * When a call may be sent. `blocked`: milliseconds until HubSpot accepts calls of the portal; no slot is taken before. `slot`:
 * milliseconds until the slot of a search begins; null if that is after `patience`, and the slot is left to others.
 */
export interface Turn {
  blocked: number
  slot: number | null
}

/** `portalId`: of the portal, as SQL. */
function portalState(portalId: RawBuilder<unknown>) {
  return sql`
    select min(workspace_id) as first_id,
      greatest(coalesce(ceil(extract(epoch from max(${blockEnd}) - clock_timestamp()) * 1000), 0), 0)::integer
        as blocked
    from crm_connections where portal_id = ${portalId}`
}

/** Takes the next slot of the portal of `portal`, unless it begins after `patience` milliseconds. */
function takeSlot(patience: number, condition = sql`true`) {
  return sql`
    update crm_connections c
    set next_search_at = ${nextFree} + make_interval(secs => ${SEARCH_INTERVAL_MS / 1000})
    from portal
    where c.workspace_id = portal.first_id and portal.blocked = 0 and ${condition}
      and ${nextFree} <= clock_timestamp() + make_interval(secs => ${patience / 1000})
    returning c.next_search_at`
}

/** In the list of a select: its commit does not wait for the disk. A slot that a crash of the database takes back is no loss. */
const withoutSync = sql`set_config('synchronous_commit', 'off', true)`

const takenSlot = sql`(select greatest(ceil(extract(epoch from next_search_at - clock_timestamp()) * 1000)::integer
  - ${sql.lit(SEARCH_INTERVAL_MS)}, 0) from taken)`

/** Takes the next slot of a search that begins within `patience` milliseconds. */
export async function takeSearchSlot(db: Db, portalId: string, patience: number): Promise<Turn> {
  const { rows } = await sql<Turn>`
    with portal as (${portalState(sql`${portalId}`)}), taken as (${takeSlot(patience)})
    select portal.blocked, ${takenSlot} as slot, ${withoutSync} from portal`.execute(db)
  return rows[0] ?? { blocked: 0, slot: null }
}

/**
 * The connection of a workspace, with the turn of the first calls of an action in the same statement. `patience`: the
 * action begins with a search, whose slot is taken, unless the tokens cannot be used. Null: no slot is taken.
 */
export async function findConnectionWithTurn(
  db: Db,
  workspaceId: number,
  patience: number | null,
): Promise<(ConnectionRow & Turn) | undefined> {
  const own = sql`select ${connectionColumns} from crm_connections where workspace_id = ${workspaceId}`
  const portal = portalState(sql`(select portal_id from own)`)
  const isUsable = sql`exists (select from own where problem is null and not is_expired)`
  const { rows } = await (
    patience === null
      ? sql<ConnectionRow & Turn>`
          with own as (${own}), portal as (${portal})
          select own.*, portal.blocked, null::integer as slot from own cross join portal`
      : sql<ConnectionRow & Turn>`
          with own as (${own}), portal as (${portal}), taken as (${takeSlot(patience, isUsable)})
          select own.*, portal.blocked, ${takenSlot} as slot, ${withoutSync} from own cross join portal`
  ).execute(db)
  return rows[0]
}
