import { sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { jsonb } from '../database/jsonb.ts'
import type { NewEvent } from './event.ts'

/** NOTIFY name that wakes the relay, which runs the handlers; the payload is the outbox id. */
export const RELAY_NOTIFY = 'kaiwa_events'
/** NOTIFY name that wakes the realtime nodes; the payload is the outbox id. */
export const BROADCAST_NOTIFY = 'kaiwa_broadcast'

/**
 * Writes an event in the transaction of its change; it is delivered only after the commit. One statement, never blocks.
 * The types hold the event to the contract's registry; payloads are not validated again (decision 70).
 */
export const publish = (trx: Trx, event: NewEvent): Promise<void> => publishAll(trx, [event])

/** The same for several events, delivered in this order. */
export const publishAll = async (trx: Trx, published: readonly NewEvent[]): Promise<void> => {
  if (published.length === 0) return
  const rows = published.map(({ type, data, channels = [] }) => ({ type, data, channels }))
  await sql`
    with event as (
      insert into events (type, data, channels)
      select type, data, array(select jsonb_array_elements_text(channels))
      from jsonb_to_recordset(${jsonb(rows)}) as new (type text, data jsonb, channels jsonb)
      returning id, type, channels
    )
    select pg_notify(${RELAY_NOTIFY}, id::text),
      case when channels <> '{}' or type = 'access.changed' then pg_notify(${BROADCAST_NOTIFY}, id::text) end
    from (select * from event order by id) event
  `.execute(trx)
}
