import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** From now on it has expired: before all instants, so that it is over by the clock of whatever transaction runs beside this. */
export const expireNow = async (trx: Trx, itemIds: readonly number[]): Promise<void> => {
  await sql`update trash set expires_at = '-infinity' where item_id = any(${[...itemIds]}::integer[])`.execute(trx)
}
