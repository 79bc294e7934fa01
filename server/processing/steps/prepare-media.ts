// Prepare job: inspects the recording, cuts its speech into chunks and makes everything the player needs. It may run
// twice: cutting is deterministic, so a repeated pass finds its existing chunks, and recognised chunks are kept. A
// recording without sound ends here immediately; a separate job makes its playback files.
import type { FileNote } from '@kaiwa/contract/files.ts'
import type { Segment } from '@kaiwa/media-tools'
import { inspect, type Inspected, playsInStep } from '../../media/inspect.ts'
import { chunkKey } from '../../media/keys.ts'
import type { Playable } from '../../media/make-playable.ts'
import { listenToTracks } from '../../media/listen-to-tracks.ts'
import { damageNote, finalFailure } from '../../media/preparation-failure.ts'
import { type Prepared, preparePass, segmentWav } from '../../media/prepare-pass.ts'
import { withTimedOriginal } from '../../media/shift-matroska.ts'
import type { App } from '../../platform/app.ts'
import { publish } from '../../platform/store/outbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import { type EngineOfFile, isLanguageOpen } from '../engines/choose-file-engine.ts'
import { openEngines } from '../engines/open-engines.ts'
import { failFile, failRun, failureOfJob, MAX_WORKER_CRASHES } from '../fail-file.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { saveInspection, saveSpeechTrack, setPreparing } from '../store/processing-columns.ts'
import { isCurrent, lockRun, type Run, RUN_FAIRNESS, type RunJob, type RunningFile, toRunJob } from '../store/runs.ts'
import { markProcessing } from '../store/transitions.ts'
import { updateEstimate } from '../update-estimate.ts'
import { enqueueChunk, enqueueDetection } from './enqueue-chunk.ts'
import { enqueueWaitingChunks } from './enqueue-waiting-chunks.ts'
import { sendPreparePlayback } from './prepare-playback.ts'
import { publishProgress } from './publish-progress.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { savePlayable } from './save-playable.ts'
import { assembleWhenComplete } from './assemble-when-complete.ts'
import { isAffordable, settleCharge } from '../charge.ts'
import { chunkTotals } from '../store/speech-chunks.ts'

export const prepareMedia = job<RunJob>({
  name: 'media.prepare',
  concurrency: 2,
  fairness: RUN_FAIRNESS,
  retries: 4,
  timeout: 12 * 3600,
  unique: 'exclusive',
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt, signal, log, isLastTry }) => {
    if (attempt > MAX_WORKER_CRASHES) return failRun(app, run, 'transcript-failed')
    const file = await beginRun(app, run)
    if (!file) return
    const isLast = await isLastTry()
    try {
      if (!file.prepared_at) {
        await runWhileCurrent(app.db, run, signal, (ended) => prepare(app, run, file, ended, isLast))
      }
      await resumeProcessing(app, run)
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

/** Moves the file into processing. Returns it, or undefined if this run has ended. Idempotent. */
function beginRun(app: App, run: Run): Promise<RunningFile | undefined> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return undefined
    await markProcessing(trx, file.id)
    if (file.status === 'uploaded') {
      await publish(trx, {
        type: 'file.updated',
        data: { project_file_id: file.id },
        channels: await fileChannels(trx, file),
      })
    }
    return { ...file, status: 'processing' }
  })
}

function prepare(app: App, run: Run, file: RunningFile, signal: AbortSignal, isLastTry: boolean): Promise<void> {
  return withTimedOriginal(app, file.video_id, signal, async (path, isShifted) => {
    const found = await app.work.withFolder((cwd) => inspect(path, { cwd, signal }, app.config.maxFileMinutes))
    const { inspected, note: trackNote } = await listenToTracks(app, path, found, signal)
    const choice = (await openEngines(app)).choose(file)
    await saveInspected(app, run, inspected, choice, !isShifted && playsInStep(inspected.probe))
    const progress = publishProgress(app, run, choice.engine?.id ?? null)
    const recording = { path, videoId: file.video_id, inspected, isLastTry }
    const { playable, ...pass } = await preparePass(app, recording, signal, {
      onSegment: (segment) => {
        progress.onSpeech()
        return saveSegment(app, run, file.video_id, segment, choice.engine !== null)
      },
      onAnalysed: progress.onAnalysed,
      onPlayable: progress.onPlayable,
    })
    await progress.settle()
    const speech = { ...pass, mediaNote: damageNote(pass.damage) ?? trackNote }
    if (playable) await savePrepared(app, run, speech, playable)
    else await finishWithoutSpeech(app, run, speech)
  })
}

function saveInspected(
  app: App,
  run: Run,
  { probe, duration }: Inspected,
  choice: EngineOfFile,
  playsOriginal: boolean,
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    const found = { probe, duration, isAudio: probe.video === null, playsOriginal, note: choice.note }
    const changes = await saveInspection(trx, file.id, found)
    await updateEstimate(trx, { ...file, ...changes }, choice.engine?.id)
  })
}

async function saveSegment(app: App, run: Run, videoId: string, segment: Segment, hasEngine: boolean) {
  const key = chunkKey(videoId, segment.index)
  await app.storage.put(key, segmentWav(segment), { contentType: 'audio/wav' })
  const envelope = segment.envelopes.map((channel) => Array.from(channel, Math.round))
  const isEnqueued = await enqueueChunk(
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
  if (!isEnqueued) throw new Error('The run of this file has ended')
}

type Speech = Omit<Prepared, 'playable'> & { mediaNote: FileNote | null }

function savePrepared(app: App, run: Run, speech: Speech, playable: Playable): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await saveSpeechTrack(trx, file.id, speech)
    await savePlayable(trx, file, playable, speech.waveformSize)
  })
}

/** No speech was found: ends the file, and queues the job that makes its playback files. */
function finishWithoutSpeech(app: App, run: Run, speech: Speech): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await saveSpeechTrack(trx, file.id, speech)
    await setPreparing(trx, file.id, true)
    await failFile(trx, file, 'no-transcript', damageNote(speech.damage))
    await sendPreparePlayback(trx, app, file.id)
  })
}

/**
 * Continues after the recording was prepared: fails the file if something prevents its transcript, otherwise queues the
 * waiting chunks.
 */
async function resumeProcessing(app: App, run: Run): Promise<void> {
  const engines = await openEngines(app)
  await app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file?.prepared_at) return
    const totals = await chunkTotals(trx, file.id)
    if (totals.waiting + totals.recognised + totals.failed === 0) return failFile(trx, file, 'no-transcript')
    if (!(await settleCharge(trx, file))) return failFile(trx, file, 'not-enough-minute')
    if (totals.waiting > 0) {
      const choice = engines.choose(file)
      if (!choice.engine) return failFile(trx, file, 'transcript-failed', choice.note)
      if (!(await isAffordable(trx, file))) return failFile(trx, file, 'not-enough-minute')
      const runJob = toRunJob(file)
      if (isLanguageOpen(file)) await enqueueDetection(trx, app, runJob)
      else await enqueueWaitingChunks(trx, app, runJob)
    }
    await assembleWhenComplete(trx, app, file)
  })
}
