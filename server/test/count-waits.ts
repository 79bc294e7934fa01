import pg from 'pg'
import { vi } from 'vitest'

/**
 * Runs `work`, which sends one statement after another or several together, and returns how often it waited for the database.
 * Counts the statements of `openDatabase`, which have a callback, not those of listeners and of the job queue.
 */
export async function countWaits(work: () => Promise<unknown>): Promise<number> {
  let outstanding = 0
  let waits = 0
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const callback = args.at(-1)
    if (!this.pipeline || typeof callback !== 'function') return Reflect.apply(send, this, args)
    if (outstanding === 0) waits += 1
    outstanding += 1
    const settle = (...answer: unknown[]): void => {
      outstanding -= 1
      callback(...answer)
    }
    return Reflect.apply(send, this, [...args.slice(0, -1), settle])
  } as never)
  try {
    await work()
    return waits
  } finally {
    spy.mockRestore()
  }
}
