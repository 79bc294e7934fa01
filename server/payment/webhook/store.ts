// The SQL of the provider's events. Their id makes a repeated event a single row.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

/** Returns false if the event is known. */
export async function insertEvent(trx: Trx, id: string, type: string, payload: unknown): Promise<boolean> {
  const row = await trx
    .insertInto('payment_events')
    .values({ id, type, payload: jsonb(payload) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findEvent(db: Db, id: string) {
  return db.selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markProcessed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: sql`now()` })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}

/** Events whose job was given up, oldest first. */
export async function listUnprocessed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select('id')
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(10_000)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteOldEvents(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('processed_at', 'is not', null)
    .execute()
}
