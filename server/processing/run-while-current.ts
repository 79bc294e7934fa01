import type { Db } from '../platform/database/database.ts'
import { isCurrent, type Run } from './store/runs.ts'

const POLL_MS = 1000

/**
 * Polls `isStillValid` every second and aborts the signal of `work` when it returns false. `signal` aborts it as well.
 */
export async function runWhile<T>(
  isStillValid: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const timer = setInterval(() => {
    isStillValid().then(
      (valid) => valid || ended.abort(new Error('The run has ended: work aborted')),
      // Ignored: if the database is unavailable for a moment, the work continues, and its final write checks the run.
      () => undefined,
    )
  }, POLL_MS)
  try {
    return await work(AbortSignal.any([signal, ended.signal]))
  } finally {
    clearInterval(timer)
  }
}

/** Runs `work` and aborts it, within about a second, when this run has ended: canceled, redone or deleted. */
export function runWhileCurrent<T>(
  db: Db,
  run: Run,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return runWhile(() => isCurrent(db, run), signal, work)
}
