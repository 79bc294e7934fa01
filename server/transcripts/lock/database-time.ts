import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** The current time of the database, which decides when locks expire. Not the time at which the transaction began. */
export const databaseTime = async (db: Db | Trx): Promise<string> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now.toISOString()
}
