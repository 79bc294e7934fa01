// Reads a recording while its upload grows, and cuts its speech into chunks that are recognised immediately, so that its
// transcript is complete soon after its last byte. The job mostly waits. After a kill another worker reads the recording
// again from its first byte: cutting is deterministic, and chunks that were recognised are kept.
import { job } from '../../platform/jobs/job.ts'
import { Postponed } from '../../platform/jobs/postponed.ts'
import { publish } from '../../platform/store/outbox.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import type { App } from '../../platform/app.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { removeEndedSpeech } from '../steps/remove-speech.ts'
import { removeLeftovers } from '../steps/remove-leftovers.ts'
import { ensureRecording, saveListened, savePosition } from '../store/recordings.ts'
import { isCurrent, lockRun, type Run, RUN_FAIRNESS, type RunJob, type RunningFile } from '../store/runs.ts'
import { markListening } from '../store/transitions.ts'
import { UploadGone, UploadIdle } from './growing-segments.ts'
import { holdListening } from './hold-listening.ts'
import type { Listened } from './listened.ts'
import { readRecording } from './read-recording.ts'

/** The reading ends after this time without a byte, and starts again with the next byte. */
const IDLE_MS = 5 * 60_000
/** Another worker reads the recording; if it was killed, its hold ends soon. */
const HELD_SECONDS = 5

export const listen = job<RunJob>({
  name: 'processing.listen',
  // A recording at the pace of speech needs some percent of a processor core.
  concurrency: 8,
  retries: 4,
  // A recording lasts at most 12 hours, and the job ends after IDLE_MS without a byte.
  timeout: 23 * 3600,
  unique: 'exclusive',
  fairness: RUN_FAIRNESS,
  run: async (run, { app, signal, log, isLastTry }) => {
    const file = await begin(app, run)
    if (!file) return
    const isLast = await isLastTry()
    try {
      const result = await holdListening(app, run.file_id, signal, (held) =>
        runWhileCurrent(app.db, run, held, (ended) => listenToEnd(app, run, file, ended, isLast)),
      )
      if (result === 'held') throw new Postponed(HELD_SECONDS)
    } catch (error) {
      if (signal.aborted || error instanceof Postponed) throw error
      // Canceled, expired, deleted, or in another language.
      if (!(await isCurrent(app.db, run)) || error instanceof UploadGone) return
      if (!(error instanceof UploadIdle)) throw error
      log.info({ file_id: run.file_id }, 'recorder is away: reading ended')
      await savePosition(app.db, run.file_id, error.position)
    } finally {
      await removeLeftovers(app, file)
      if (!(await isCurrent(app.db, run))) await removeEndedSpeech(app, file.video_id)
    }
  },
})

/** Makes the growing transcript readable. Returns undefined if the file is no longer being recorded. */
function begin(app: App, run: Run): Promise<RunningFile | undefined> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (file?.status !== 'waiting') return undefined
    await ensureRecording(trx, file.id)
    await markListening(trx, file.id)
    await publish(trx, {
      type: 'file.updated',
      data: { project_file_id: file.id },
      channels: await fileChannels(trx, file),
    })
    return file
  })
}

async function listenToEnd(app: App, run: Run, file: RunningFile, signal: AbortSignal, isLastTry: boolean) {
  const listened = await readRecording(app, run, file, { signal, isLastTry, idleMs: IDLE_MS })
  await storeListened(app, run, listened)
}

/** Stores the result for the preparation if this run is current. */
export function storeListened(app: App, run: Run, listened: Listened): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    if (await lockRun(trx, run)) await saveListened(trx, run.file_id, listened)
  })
}
