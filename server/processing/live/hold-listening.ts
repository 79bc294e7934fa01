import type { App } from '../../platform/app.ts'
import { endListening, renewListening, takeListening } from '../store/recordings.ts'

/** A recording is held for this time after its worker was killed. */
export const HOLD_SECONDS = 15
const RENEW_MS = 3_000

/**
 * Runs `work` while this worker is the only one that reads the recording. Returns 'held' without running it if another one
 * reads it. Two readers would do no harm, but twice the work.
 */
export async function holdListening(
  app: App,
  fileId: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<'done' | 'held'> {
  if (!(await takeListening(app.db, fileId, HOLD_SECONDS))) return 'held'
  const timer = setInterval(() => {
    // Ignored: a hold that is not renewed while the database is unavailable costs a second reader.
    renewListening(app.db, fileId, HOLD_SECONDS).catch(() => undefined)
  }, RENEW_MS)
  try {
    await work(signal)
    return 'done'
  } finally {
    clearInterval(timer)
    await endListening(app.db, fileId).catch((err: unknown) => app.log.warn({ err, file_id: fileId }, 'hold not ended'))
  }
}
