// A lease is an exclusive right for a limited time. Its fencing number grows with every change of holder, so that a
// late write by a former holder (paused, or assumed dead) is detected and refused.
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

export interface Lease {
  key: string
  holder: string
  fence: number
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor(key: string) {
    super(`The lease ${key} has gone to another holder`)
  }
}

/**
 * Takes the lease for `seconds` if it is free, expired or already held by this holder (then the number does not
 * change); otherwise returns null. One that ends later than a new one is from before the clock was put back (decision 181);
 * a key always has the same `seconds`.
 */
export async function acquireLease(db: Db, key: string, holder: string, seconds: number): Promise<Lease | null> {
  const { rows } = await sql<{ fence: number }>`
    insert into leases as lease (key, fence, holder, expires_at)
    values (${key}, 1, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      fence = case when lease.holder = excluded.holder then lease.fence else lease.fence + 1 end,
      holder = excluded.holder,
      expires_at = excluded.expires_at
    where lease.holder = excluded.holder or lease.expires_at <= now()
      or lease.expires_at > excluded.expires_at + interval '1 minute'
    returning fence
  `.execute(db)
  const [row] = rows
  return row ? { key, holder, fence: row.fence } : null
}

/** Releases the lease early. The number is kept, so that the next holder's is higher. */
export async function releaseLease(db: Db, { key, fence }: Lease): Promise<void> {
  await db
    .updateTable('leases')
    .set({ expires_at: sql<Date>`now()`, holder: '' })
    .where('key', '=', key)
    .where('fence', '=', fence)
    .execute()
}

/**
 * Call before the writes of a transaction: rejects with LeaseLost unless the lease is still held, and locks it until
 * the commit.
 */
export async function assertLease(trx: Trx, { key, fence, holder }: Lease): Promise<void> {
  const row = await trx
    .selectFrom('leases')
    .select('fence')
    .where('key', '=', key)
    .where('fence', '=', fence)
    .where('holder', '=', holder)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new LeaseLost(key)
}

/** Deletes leases that ended days ago, such as those of deals that are not written any more. */
export async function pruneLeases(db: Db): Promise<void> {
  await sql`delete from leases where expires_at < now() - interval '3 days'`.execute(db)
}
