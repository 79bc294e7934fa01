import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Sets the expiry to -infinity, which is in the past for the clock of every concurrent transaction. */
export const expireNow = async (trx: Trx, itemIds: readonly number[]): Promise<void> => {
  await sql`update trash set expires_at = '-infinity' where item_id = any(${[...itemIds]}::integer[])`.execute(trx)
}
