// Counters of rate limits, shared by all nodes. A window begins with its first call.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * A window that ends later than a whole one from now began before the clock was put back. `now()` is the begin of the
 * caller's transaction, hence the minute.
 */
const hasEnded = sql`(counter.expires_at <= now() or counter.expires_at > excluded.expires_at + interval '1 minute')`

/**
 * Counts one call in the window of `key`, or begins a window of `seconds`. Returns the calls in the window and the
 * seconds until it ends.
 */
export async function countInWindow(
  db: Db,
  key: string,
  seconds: number,
): Promise<{ count: number; wait: number } | undefined> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as counter (key, count, expires_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when ${hasEnded} then 1 else counter.count + 1 end,
      expires_at = case when ${hasEnded} then excluded.expires_at else counter.expires_at end
    returning count, ceil(extract(epoch from expires_at - now()))::integer as wait
  `.execute(db)
  return rows[0]
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

/** Deletes expired windows. Rows locked by a transaction are skipped and deleted the next time. */
export async function pruneRateLimits(db: Db): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where expires_at < now() for update skip locked)
  `.execute(db)
}
