// NOTIFY with a message as its payload, for text that is not kept in the outbox.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

/** NOTIFY name for the realtime nodes; the payload is the message as JSON. */
export const DIRECT_NOTIFY = 'kaiwa_direct'

/** PostgreSQL refuses a payload of 8000 bytes or more. */
export async function notifyDirect(db: Db | Trx, message: object): Promise<void> {
  await sql`select pg_notify(${DIRECT_NOTIFY}, ${JSON.stringify(message)})`.execute(db)
}

/**
 * Changes rows by `store`, and sends the message in the same statement. `store` returns the changed rows; without one nothing is
 * sent and the result is false.
 */
export async function notifyStored(db: Db | Trx, message: object, store: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with stored as (${store}) select pg_notify(${DIRECT_NOTIFY}, ${JSON.stringify(message)}) from stored
  `.execute(db)
  return rows.length > 0
}
