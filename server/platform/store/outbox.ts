// The outbox: events that were committed with their changes, the state of their handlers, and what the realtime nodes
// read of them.
import type { EventName } from '@kaiwa/contract/events.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'
import { jsonb } from '../database/jsonb.ts'
import type { NewEvent, StoredEvent } from '../events/event.ts'

/** NOTIFY name that wakes the relay, which runs the handlers; the payload is the outbox id. */
export const RELAY_NOTIFY = 'kaiwa_events'
/** NOTIFY name that wakes the realtime nodes; the payload is the event, or the outbox id of a large one. */
export const BROADCAST_NOTIFY = 'kaiwa_broadcast'
/** PostgreSQL refuses a payload of 8000 bytes or more. */
const MAX_NOTIFY_BYTES = 7_999

/**
 * Writes an event in the transaction of its change; it is delivered only after the commit. One statement, never blocks.
 * The types hold the event to the contract's registry; payloads are not validated again (decision 70).
 */
export function publish(trx: Trx, event: NewEvent): Promise<void> {
  return publishAll(trx, [event])
}

/** The same for several events, in this order. Notifies relay and realtime nodes after the commit. */
export async function publishAll(trx: Trx, published: readonly NewEvent[]): Promise<void> {
  if (published.length === 0) return
  const rows = published.map(({ type, data, channels = [] }) => ({ type, data, channels }))
  await sql`
    with event as (
      insert into events (type, data, channels)
      select type, data, array(select jsonb_array_elements_text(channels))
      from jsonb_to_recordset(${jsonb(rows)}) as new (type text, data jsonb, channels jsonb)
      returning id, type, data, channels, created_at
    )
    select pg_notify(${RELAY_NOTIFY}, id::text),
      case when channels <> '{}' or type = 'access.changed' then pg_notify(
        ${BROADCAST_NOTIFY},
        case when octet_length(whole) <= ${MAX_NOTIFY_BYTES}::integer then whole else id::text end
      ) end
    from (select *, to_json(event)::text as whole from event order by id) event
  `.execute(trx)
}

/** `reactions_done`: names of the finished handlers. */
export type RelayedEvent = StoredEvent & { reactions_done: string[]; attempts: number }

function nextEvent(types: readonly EventName[]) {
  return sql`from events where reacted_at is null and type = any(${[...types]}) and next_attempt_at <= now()`
}

/** Whether the handlers of an event of these types are due. Another worker may have locked it. */
export async function hasNextEvent(db: Db, types: readonly EventName[]): Promise<boolean> {
  const { rows } = await sql`select ${nextEvent(types)} limit 1`.execute(db)
  return rows.length > 0
}

/** Locks and returns the next event of these types whose handlers are due; skips events locked by other workers. */
export async function lockNextEvent(trx: Trx, types: readonly EventName[]): Promise<RelayedEvent | undefined> {
  const { rows } = await sql<RelayedEvent>`
    select id, type, data, channels, created_at, reactions_done, attempts ${nextEvent(types)}
    order by id limit 1 for update skip locked
  `.execute(trx)
  return rows[0]
}

interface HandlingResult {
  /** Names of the finished handlers. */
  done: string[]
  attempts: number
  lastError: string | null
  /** No handler is outstanding, or the event is given up. */
  isOver: boolean
  secondsUntilNext: number
}

export async function saveHandlingResult(
  trx: Trx,
  id: number,
  { done, attempts, lastError, isOver, secondsUntilNext }: HandlingResult,
): Promise<void> {
  await trx
    .updateTable('events')
    .set({
      reactions_done: done,
      attempts,
      last_error: lastError,
      ...(isOver ? { reacted_at: sql<Date>`now()` } : {}),
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${secondsUntilNext})`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes events after a day if no handler is outstanding, otherwise after a month. `handled`: event types with
 * handlers.
 */
export async function pruneEvents(db: Db, handled: readonly EventName[]): Promise<void> {
  await sql`
    delete from events where created_at < now() - interval '1 day' and (
      (reacted_at is not null and last_error is null)
      or (reacted_at is null and type <> all(${[...handled]}))
      or created_at < now() - interval '30 days')
  `.execute(db)
}

/** The message that a realtime node sends for an event. */
export interface Broadcast {
  id: number
  type: string
  data: unknown
  channels: string[]
  created_at: Date
}

/** Parses the payload of a NOTIFY: an event, or the id of an event that must be read from the outbox. */
export function parseBroadcast(payload: string): Broadcast | number {
  const event = JSON.parse(payload) as (Omit<Broadcast, 'created_at'> & { created_at: string }) | number
  return typeof event === 'number' ? event : { ...event, created_at: new Date(event.created_at) }
}

const broadcastColumns = sql.raw('id, type, data, channels, created_at')

export async function findBroadcasts(db: Db, ids: readonly number[]): Promise<Broadcast[]> {
  const { rows } = await sql<Broadcast>`
    select ${broadcastColumns} from events where id = any(${[...ids]}) order by id`.execute(db)
  return rows
}

/** All broadcasts of transactions that began at `since` or later. */
export async function findBroadcastsSince(db: Db, since: Date): Promise<Broadcast[]> {
  const { rows } = await sql<Broadcast>`
    select ${broadcastColumns} from events
    where created_at >= ${since} and (channels <> '{}' or type = 'access.changed') order by id`.execute(db)
  return rows
}

/** Marks these events as pushed. Returns the ids of those that no other node has marked before. */
export async function claimPushes(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update events set pushed_at = now() where id = any(${[...ids]}) and pushed_at is null
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
