import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Whether somebody is signed in anywhere. */
export const hasSession = async (db: Db | Trx, userId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
