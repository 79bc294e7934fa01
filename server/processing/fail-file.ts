import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { chargeRecognised, refundCharge } from './charge.ts'
import { releaseSpeech } from './release-speech.ts'
import { lockRun, type Run, type RunningFile } from './store/runs.ts'
import { markFailed } from './store/transitions.ts'

/** Attempts after which a job is considered to crash its workers; more than the restarts of a worker on a busy day. */
export const MAX_WORKER_CRASHES = 12

/** Failures that keep the charge: the whole recording was analysed, but contains no speech. */
const KEEPS_CHARGE: ReadonlySet<FailedReason> = new Set(['no-transcript'])

/** Failures that the recording or its owner causes: they keep the charge of what was recognised. All others refund it. */
const KEEPS_RECOGNISED: ReadonlySet<FailedReason> = new Set([
  'pre-processing-failed',
  'max-file-size-exceeded',
  'not-enough-minute',
])

interface Failure {
  reason: FailedReason
  note?: FileNote | null
}

async function fail(trx: Trx, file: RunningFile, { reason, note = null }: Failure, by: 'upload' | 'worker') {
  // A recording whose upload was given up could be read while it was made.
  if (KEEPS_RECOGNISED.has(reason) || file.is_recording) await chargeRecognised(trx, file)
  else if (!KEEPS_CHARGE.has(reason)) await refundCharge(trx, file)
  await releaseSpeech(trx, [file.id])
  await markFailed(trx, file.id, { reason, note, by })
  await publish(trx, {
    type: 'process.failed',
    data: { project_file_id: file.id, failed_reason: reason },
    channels: await fileChannels(trx, file),
  })
}

/** Ends the run as failed and publishes the change. The caller holds the file's row by `lockRun`. */
export function failFile(
  trx: Trx,
  file: RunningFile,
  reason: FailedReason,
  note: FileNote | null = null,
): Promise<void> {
  return fail(trx, file, { reason, note }, 'worker')
}

/** Ends a file whose recording never arrived. The caller holds the file's row lock. */
export function failUpload(trx: Trx, file: RunningFile): Promise<void> {
  return fail(trx, file, { reason: 'file-not-found' }, 'upload')
}

/**
 * Ends this run of the file if it is still the current one. While the file is being recorded nothing ends it: its chunks wait,
 * and are tried again.
 */
export function failRun(app: App, run: Run, reason: FailedReason, note: FileNote | null = null): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (file && file.status !== 'waiting') await failFile(trx, file, reason, note)
  })
}

/** Maps the reason of a given-up job to a failure of its file. The queue reports a timeout only in its message. */
export function failureOfJob(reason: string): FailedReason {
  return reason.startsWith('took longer') ? 'timeout' : 'transcript-failed'
}
