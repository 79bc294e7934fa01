import { sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { jsonb } from '../database/jsonb.ts'
import type { AnyEvent, NewEvent } from './event.ts'

/** Wakes the relay that runs reactions; the payload is the outbox id. */
export const REACT_CHANNEL = 'kaiwa_events'
/** Wakes the realtime nodes; the payload is the outbox id. */
export const BROADCAST_CHANNEL = 'kaiwa_broadcast'

/**
 * Writes an event in the transaction that makes the change; it is delivered only after the commit. One statement, never
 * blocks.
 */
export const emit = <const T extends string>(trx: Trx, event: NewEvent<T>): Promise<void> => emitAll(trx, [event])

/** The same for several events, delivered in this order. */
export const emitAll = async (trx: Trx, events: readonly AnyEvent[]): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ type, data, channels = [] }) => ({ type, data, channels }))
  await sql`
    with event as (
      insert into events (type, data, channels)
      select type, data, array(select jsonb_array_elements_text(channels))
      from jsonb_to_recordset(${jsonb(rows)}) as new (type text, data jsonb, channels jsonb)
      returning id, type, channels
    )
    select pg_notify(${REACT_CHANNEL}, id::text),
      case when channels <> '{}' or type = 'access.changed' then pg_notify(${BROADCAST_CHANNEL}, id::text) end
    from (select * from event order by id) event
  `.execute(trx)
}
