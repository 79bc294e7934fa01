import pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs `work`, which sends one statement after another or several together, and returns how often it waited for the database.
 * Counts the connections of `openPool`, not those of listeners and of the job queue.
 */
export async function countWaits(work: () => Promise<unknown>): Promise<number> {
  let outstanding = 0
  let waits = 0
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: never[]) {
    const answer = Reflect.apply(send, this, args) as unknown as Promise<unknown>
    if (!this.pipeline) return answer
    if (outstanding === 0) waits += 1
    outstanding += 1
    const settle = () => (outstanding -= 1)
    answer.then(settle, settle)
    return answer
  } as never)
  try {
    await work()
    return waits
  } finally {
    spy.mockRestore()
  }
}
