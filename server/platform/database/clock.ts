import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The one clock by which everything ends: processes may run on machines whose clocks differ. */
export const databaseTime = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

export type Clock = {
  /** Unix milliseconds of the database, as far as it was read last. */
  now: () => number
  /** Compares both clocks again. */
  set: () => Promise<void>
}

/** The database's clock for whoever cannot ask for every judgement. */
export const openClock = async (db: Db): Promise<Clock> => {
  let ahead = 0
  const set = async (): Promise<void> => {
    const asked = performance.now()
    const there = (await databaseTime(db)).getTime()
    ahead = there + (performance.now() - asked) / 2 - performance.now()
  }
  await set()
  // Counted by the clock that nobody can turn.
  return { now: () => performance.now() + ahead, set }
}
