import { expect, vi } from 'vitest'
import type { Db, Trx } from '../platform/database/database.ts'
import { countLockWaits } from './count-lock-waits.ts'

const TIMEOUT = { timeout: 20_000, interval: 1 }

/**
 * Runs calls concurrently in a defined order. `hold` takes the locks that they need; each call starts when the previous one
 * waits for a lock or is done; then the locks are released and PostgreSQL serves the queue in order. `waited` is the number
 * of calls that were waiting at the release. Needs one connection per call and two more.
 */
export async function atOnce<T>(
  db: Db,
  hold: (trx: Trx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<{ answers: T[]; waited: number }> {
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  let lock: () => void = () => undefined
  const isLocked = new Promise<void>((resolve) => (lock = resolve))
  const holding = db.transaction().execute(async (trx) => {
    await hold(trx)
    lock()
    await isReleased
  })
  await Promise.race([isLocked, holding])
  let done = 0
  let waited = 0
  const answers: Promise<T>[] = []
  try {
    for (const [index, call] of calls.entries()) {
      answers.push(call().finally(() => (done += 1)))
      await vi.waitFor(async () => {
        waited = await countLockWaits(db)
        expect(waited + done).toBeGreaterThan(index)
      }, TIMEOUT)
    }
  } finally {
    release()
    await holding
  }
  return { answers: await Promise.all(answers), waited }
}
