// Nobody waits for ever: what kills every worker that touches it, takes too long, or fails again and again ends its file.
import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import type { App } from '../platform/app.ts'
import { failFile } from './fail-file.ts'
import { lockRun, type Run } from './run.ts'

/** Attempts at one job after which it is taken for what kills the workers; restarts of a busy day stay below. */
export const MOST_DEATHS = 12

/** What a job that was given up means for its file. The queue says in words when it was its time that was over. */
export const failureOfJob = (reason: string): FailedReason =>
  reason.startsWith('took longer') ? 'timeout' : 'transcript-failed'

/** Ends this run of the file, if it is still the current one. */
export const failRun = (app: App, run: Run, reason: FailedReason, note: FileNote | null = null): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (file) await failFile(trx, file, reason, note)
  })
