// NOTIFY with a message as its payload, for text that is not kept in the outbox.
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

/** NOTIFY name for the realtime nodes; the payload is the message as JSON. */
export const DIRECT_NOTIFY = 'kaiwa_direct'

/** PostgreSQL refuses a payload of 8000 bytes or more. */
export async function notifyDirect(db: Db | Trx, message: object): Promise<void> {
  await sql`select pg_notify(${DIRECT_NOTIFY}, ${JSON.stringify(message)})`.execute(db)
}
