import type { App } from '../../platform/app.ts'
import { endListening, renewListening, takeListening } from '../store/recordings.ts'

const RENEW_MS = 3_000

/** Another worker has taken the recording. */
class HoldLost extends Error {
  override name = 'HoldLost'
}

/**
 * Runs `work` while this worker is the only one that reads or replaces the recording. Returns 'held' without running it if
 * another one does. A worker that could not renew its hold in time, for example because the database was unavailable, loses it
 * to the next one: its signal aborts, and the result is 'held', too.
 */
export async function holdListening(
  app: App,
  fileId: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<'done' | 'held'> {
  let hold = await takeListening(app.db, fileId)
  if (hold === undefined) return 'held'
  const lost = new AbortController()
  const renewals: { last: Promise<void> | null } = { last: null }
  const renew = async (): Promise<void> => {
    if (hold === undefined) return
    try {
      hold = await renewListening(app.db, fileId, hold)
      if (hold === undefined) lost.abort(new HoldLost('Another worker has the recording'))
    } catch {
      // The database is unavailable: the next renewal finds whether the hold was lost.
    }
  }
  // One at a time: each needs the hold that the one before has made.
  const timer = setInterval(() => {
    renewals.last ??= renew().finally(() => (renewals.last = null))
  }, RENEW_MS)
  try {
    await work(AbortSignal.any([signal, lost.signal]))
    return 'done'
  } catch (error) {
    if (lost.signal.aborted && !signal.aborted) return 'held'
    throw error
  } finally {
    clearInterval(timer)
    await (renewals.last ?? Promise.resolve())
    if (hold !== undefined)
      await endListening(app.db, fileId, hold).catch((err: unknown) =>
        app.log.warn({ err, file_id: fileId }, 'hold not ended'),
      )
  }
}
