// Prepare job: inspects the recording, cuts its speech into chunks and makes everything the player needs. It may run
// twice: cutting is deterministic, so a repeated pass finds its existing chunks, and recognised chunks are kept. A
// recording without sound ends here immediately; a separate job makes its playback files.
import type { Segment } from '@kaiwa/media-tools'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { job } from '../../platform/jobs/job.ts'
import type { EngineOfFile } from '../../processing/active-engine.ts'
import { beginProcessing } from '../../processing/begin.ts'
import { openEngines } from '../../processing/engines.ts'
import { enlistChunk } from '../../processing/enlist-chunk.ts'
import { failFile } from '../../processing/fail-file.ts'
import { failRun, failureOfJob, MOST_DEATHS } from '../../processing/fail-run.ts'
import { goOn } from '../../processing/go-on.ts'
import { isCurrent, lockRun, type Run, type RunningFile, whileCurrent } from '../../processing/run.ts'
import { updateEstimate } from '../../processing/update-estimate.ts'
import { inspect, type Inspected } from '../inspect.ts'
import { keepPlayable } from '../keep-playable.ts'
import { chunkKey, originalKey } from '../keys.ts'
import type { Playable } from '../make-playable.ts'
import { finalFailure } from '../preparation-failure.ts'
import { type Prepared, preparePass, segmentWav } from '../prepare-pass.ts'
import { removeLeftovers } from '../remove-leftovers.ts'
import { tellProgress } from '../tell-progress.ts'
import { sendPreparePlayback } from './prepare-playback.ts'

export const prepareMedia = job<Run>({
  name: 'media.prepare',
  concurrency: 2,
  retries: 4,
  timeout: 12 * 3600,
  unique: 'exclusive',
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt, signal, log, isLastTry }) => {
    if (attempt > MOST_DEATHS) return failRun(app, run, 'transcript-failed')
    const file = await beginProcessing(app, run)
    if (!file) return
    const isLast = await isLastTry()
    try {
      if (!file.prepared_at) {
        await whileCurrent(app.db, run, signal, (over) => prepare(app, run, file, over, isLast))
      }
      await goOn(app, run)
    } catch (error) {
      if (signal.aborted) throw error
      if (!(await isCurrent(app.db, run))) return
      const failure = finalFailure(error, isLast)
      log.warn({ err: error, file_id: run.file_id }, 'media preparation failed')
      await failRun(app, run, failure.reason, failure.note)
    } finally {
      await removeLeftovers(app, file)
    }
  },
})

const prepare = (app: App, run: Run, file: RunningFile, signal: AbortSignal, isLastTry: boolean): Promise<void> =>
  app.storage.withLocalFile(originalKey(file.video_id), async (path) => {
    const inspected = await app.work.withFolder((cwd) => inspect(path, { cwd, signal }, app.config.maxFileMinutes))
    const choice = (await openEngines(app)).choose(file)
    await keepInspection(app, run, inspected, choice)
    const progress = tellProgress(app, run, choice.engine?.id ?? null)
    const recording = { path, videoId: file.video_id, inspected, isLastTry }
    const { playable, ...heard } = await preparePass(app, recording, signal, {
      onSegment: (segment) => {
        progress.spoke()
        return keepSegment(app, run, file.video_id, segment, choice.engine !== null)
      },
      onHeard: progress.heard,
      onProgress: progress.made,
    })
    await progress.told()
    if (playable) await keepPrepared(app, run, heard, playable)
    else await endSilent(app, run, heard)
  })

const keepInspection = (app: App, run: Run, { probe, duration }: Inspected, choice: EngineOfFile): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    const found = {
      duration,
      is_audio: probe.video === null,
      is_original_playable: true,
      media_read: 0,
      media_heard: 0,
      media_speed: 0,
    }
    await trx
      .updateTable('files')
      .set({ ...found, probe: jsonb(probe), note: choice.note && jsonb(choice.note) })
      .where('id', '=', file.id)
      .execute()
    await updateEstimate(trx, { ...file, ...found }, choice.engine?.id)
  })

const keepSegment = async (app: App, run: Run, videoId: string, segment: Segment, hasEngine: boolean) => {
  const key = chunkKey(videoId, segment.index)
  await app.storage.put(key, segmentWav(segment), { contentType: 'audio/wav' })
  const envelope = segment.envelopes.map((channel) => Array.from(channel, Math.round))
  const enlisted = await enlistChunk(
    app,
    run,
    {
      position: segment.index,
      start_time: segment.start,
      end_time: segment.end,
      storage_key: key,
      envelope: envelope.length > 0 ? envelope : null,
    },
    hasEngine,
  )
  if (!enlisted) throw new Error('The run of this file has ended')
}

type Heard = Omit<Prepared, 'playable'>

const keepHeard = (trx: Trx, file: RunningFile, heard: Heard) =>
  trx
    .updateTable('files')
    .set({ duration: heard.decodedSeconds, has_separate_channels: heard.separateChannels })
    .where('id', '=', file.id)
    .execute()

const keepPrepared = (app: App, run: Run, heard: Heard, playable: Playable): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await keepHeard(trx, file, heard)
    await keepPlayable(trx, file, playable, heard.waveformSize)
  })

/** No speech was found: ends the file, and queues the job that makes its playback files. */
const endSilent = (app: App, run: Run, heard: Heard): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await keepHeard(trx, file, heard)
    await trx.updateTable('files').set({ is_preparing: true }).where('id', '=', file.id).execute()
    await failFile(trx, file, 'no-transcript')
    await sendPreparePlayback(trx, app, file.id)
  })
