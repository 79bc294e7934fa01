// Gives up files that would never finish: a job that crashes its worker, times out or fails repeatedly ends its file as
// failed.
import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import type { App } from '../platform/app.ts'
import { failFile } from './fail-file.ts'
import { lockRun, type Run } from './run.ts'

/**
 * Attempts after which a job is considered to crash its workers; higher than the number of worker restarts on a busy
 * day.
 */
export const MOST_DEATHS = 12

/** Maps the reason of a given-up job to a failure of its file. The queue reports a timeout only in its message. */
export const failureOfJob = (reason: string): FailedReason =>
  reason.startsWith('took longer') ? 'timeout' : 'transcript-failed'

/** Ends this run of the file if it is still the current one. */
export const failRun = (app: App, run: Run, reason: FailedReason, note: FileNote | null = null): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (file) await failFile(trx, file, reason, note)
  })
