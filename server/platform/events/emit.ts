import { sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import type { NewEvent } from './event.ts'

/** Wakes the relay of reactions; the payload is the outbox id. */
export const REACT_CHANNEL = 'kaiwa_events'
/** Wakes the realtime nodes; the payload is the outbox id. */
export const BROADCAST_CHANNEL = 'kaiwa_broadcast'

/** Announces a change in the transaction that makes it; nobody hears of it before the commit. One statement, no wait. */
export const emit = async <const T extends string>(trx: Trx, event: NewEvent<T>): Promise<void> => {
  const channels = [...(event.channels ?? [])]
  const heardBySockets = channels.length > 0 || event.type === 'access.changed'
  await sql`
    with event as (
      insert into events (type, data, channels)
      values (${event.type}, ${JSON.stringify(event.data)}::jsonb, ${channels}::text[])
      returning id
    )
    select pg_notify(${REACT_CHANNEL}, id::text),
      case when ${heardBySockets}::boolean then pg_notify(${BROADCAST_CHANNEL}, id::text) end
    from event
  `.execute(trx)
}
