// Counters of rate limits are stored in the database and shared by all nodes. A window begins with its first call.
import { createHash } from 'node:crypto'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Refusal } from '../refusal.ts'

/** Hashed, so that the table contains no addresses. */
const keyOf = (operation: string, limit: RateLimit, subject: string): string =>
  createHash('sha256').update(`${operation} ${limit.key} ${limit.window} ${subject}`).digest('base64url')

/** Counts one call of `subject` and refuses it beyond the limit; Retry-After is the time until the window ends. */
export const countCall = async (db: Db, operation: string, limit: RateLimit, subject: string): Promise<void> => {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as counter (key, count, expires_at)
    values (${keyOf(operation, limit, subject)}, 1, now() + make_interval(secs => ${limit.window}))
    on conflict (key) do update set
      count = case when counter.expires_at <= now() then 1 else counter.count + 1 end,
      expires_at = case when counter.expires_at <= now() then excluded.expires_at else counter.expires_at end
    returning count, ceil(extract(epoch from expires_at - now()))::integer as wait
  `.execute(db)
  const [counter] = rows
  if (counter && counter.count > limit.max)
    throw new Refusal(limit.code ?? 'E_TOO_MANY_REQUESTS', {}, { 'retry-after': String(Math.max(1, counter.wait)) })
}

/** Resets the counter of `subject`. */
export const forgetCalls = async (db: Db, operation: string, limit: RateLimit, subject: string): Promise<void> => {
  await db
    .deleteFrom('rate_limits')
    .where('key', '=', keyOf(operation, limit, subject))
    .execute()
}

/** Deletes expired windows. Rows locked by a transaction are skipped and deleted the next time. */
export const pruneRateLimits = async (db: Db): Promise<void> => {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where expires_at < now() for update skip locked)
  `.execute(db)
}
