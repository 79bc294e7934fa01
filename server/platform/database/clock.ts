import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The database's time. All expiry times are compared with it, because the clocks of the machines may differ. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

export interface Clock {
  /** Database time in Unix milliseconds, extrapolated from the last synchronisation. */
  now: () => number
  /** Synchronises with the database again. */
  set: () => Promise<void>
}

/** A local copy of the database clock, for code that cannot query the database for every check. */
export async function openClock(db: Db): Promise<Clock> {
  let ahead = 0
  const set = async (): Promise<void> => {
    const asked = performance.now()
    const there = (await databaseTime(db)).getTime()
    ahead = there + (performance.now() - asked) / 2 - performance.now()
  }
  await set()
  // performance.now() is monotonic: it is not affected by changes of the system time.
  return { now: () => performance.now() + ahead, set }
}
