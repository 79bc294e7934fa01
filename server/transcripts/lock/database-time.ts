import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** The one clock by which locks end, as an instant; read now, not at the beginning of the transaction. */
export const databaseTime = async (db: Db | Trx): Promise<string> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now.toISOString()
}
