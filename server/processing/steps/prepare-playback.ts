// Makes the playback files of a recording without speech, whose file has already reached its final state, and of a recording
// that a browser made, whose transcript does not wait for them: its segments become one file first. Until then the original
// is played if browsers can. If the job fails because of an outage, however long, the reconciliation queues it again; only a
// recording that cannot be prepared keeps playing the original. Segments that cannot be joined have a note, and are played if
// there is a single one.
import { playsInStep } from '../../media/inspect.ts'
import { mediaKey, WAVEFORM } from '../../media/keys.ts'
import { makePlayable } from '../../media/make-playable.ts'
import { finalFailure, mediaNotes } from '../../media/preparation-failure.ts'
import { withTimedOriginal } from '../../media/shift-matroska.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { Postponed } from '../../platform/jobs/postponed.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import { failureOfJob, MAX_WORKER_CRASHES } from '../fail-file.ts'
import { joinStored } from '../live/join-stored.ts'
import { runWhile } from '../run-while-current.ts'
import { findPreparing, lockPreparing, saveUnjoined, setPreparing } from '../store/processing-columns.ts'
import { findRecording } from '../store/recordings.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { savePlayable } from './save-playable.ts'
import { storedInspection } from './stored-inspection.ts'

export const preparePlayback = job<{ file_id: number }>({
  name: 'media.playback',
  retries: 4,
  retryDelay: 60,
  timeout: 12 * 3600,
  unique: 'exclusive',
  giveUp: async ({ file_id }, { app, reason }) => {
    if (failureOfJob(reason) === 'timeout') await keepOriginal(app, file_id)
  },
  run: async ({ file_id }, { app, attempt, signal, log, isLastTry }) => {
    if (attempt > MAX_WORKER_CRASHES) return keepOriginal(app, file_id)
    const file = await findPreparing(app.db, file_id)
    if (!file) return
    const isLast = await isLastTry()
    try {
      const isStillNeeded = async () => (await findPreparing(app.db, file_id)) !== undefined
      await runWhile(isStillNeeded, signal, async (ended) => {
        await joinStored(app, file_id, ended)
        const joined = await findPreparing(app.db, file_id)
        if (joined) await prepare(app, joined, ended, isLast)
      })
    } catch (error) {
      if (signal.aborted || error instanceof Postponed) throw error
      if (!(await findPreparing(app.db, file_id))) return
      const failure = finalFailure(error, isLast)
      log.warn({ err: failure, file_id: file.id }, 'playback preparation failed: the original recording is played')
      await keepOriginal(app, file_id)
    } finally {
      await removeLeftovers(app, file)
    }
  },
})

/** Queues the job in the transaction that ends the file. */
export function sendPreparePlayback(trx: Trx, app: App, fileId: number) {
  return app.jobs.send(trx, preparePlayback, { file_id: fileId }, { key: String(fileId) })
}

/** The playback files cannot be made: the browser plays the original if it can. */
function keepOriginal(app: App, fileId: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockPreparing(trx, fileId)
    if (!file) return
    await setPreparing(trx, fileId, false)
    const recording = await findRecording(trx, fileId)
    if (!recording || recording.isJoined) return
    const [part, ...others] = (recording.listened?.segments ?? []).filter(({ probe }) => probe?.audio)
    const playsOriginal = part?.probe != null && others.length === 0 && playsInStep(part.probe)
    await saveUnjoined(trx, fileId, { playsOriginal, note: mediaNotes.notJoined() })
    await publishFile(trx, file)
  })
}

async function publishFile(trx: Trx, { id, project_id }: { id: number; project_id: number }): Promise<void> {
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: id },
    channels: await fileChannels(trx, { id, project_id }),
  })
}

function prepare(
  app: App,
  { id, video_id: videoId, probe }: NonNullable<Awaited<ReturnType<typeof findPreparing>>>,
  signal: AbortSignal,
  isLastTry: boolean,
): Promise<void> {
  return withTimedOriginal(app, videoId, signal, async (path) => {
    const playable = await makePlayable(app, { path, videoId, inspected: storedInspection(probe), isLastTry }, signal)
    const waveform = await app.storage.head(mediaKey(videoId, WAVEFORM))
    await app.db.transaction().execute(async (trx) => {
      const file = await lockPreparing(trx, id)
      if (!file) return
      await savePlayable(trx, file, playable, waveform?.size ?? 0)
      await publishFile(trx, file)
    })
  })
}
