// Prepare job: inspects the recording, cuts its speech into chunks and makes everything the player needs. It may run
// twice: cutting is deterministic, so a repeated pass finds its existing chunks, and recognised chunks are kept. A
// recording without sound ends here immediately; a separate job makes its playback files.
import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import { inspect, type Inspected, playsInStep } from '../../media/inspect.ts'
import { speechRunPrefix } from '../../media/keys.ts'
import type { Playable } from '../../media/make-playable.ts'
import { listenToTracks } from '../../media/listen-to-tracks.ts'
import { damageNote, finalFailure } from '../../media/preparation-failure.ts'
import { type Prepared, preparePass } from '../../media/prepare-pass.ts'
import { withTimedOriginal } from '../../media/shift-matroska.ts'
import type { App } from '../../platform/app.ts'
import { publish } from '../../platform/store/outbox.ts'
import { type Job, job } from '../../platform/jobs/job.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import { type EngineOfFile, isLanguageOpen } from '../engines/choose-file-engine.ts'
import { openEngines } from '../engines/open-engines.ts'
import { failFile, failRun, failureOfJob, MAX_WORKER_CRASHES } from '../fail-file.ts'
import { isRecorded, prepareRecording } from '../live/prepare-recording.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { saveInspection, saveSpeechTrack, setPreparing } from '../store/processing-columns.ts'
import { isCurrent, lockRun, type Run, RUN_FAIRNESS, type RunJob, type RunningFile, toRunJob } from '../store/runs.ts'
import { markProcessing } from '../store/transitions.ts'
import { updateEstimate } from '../update-estimate.ts'
import { cutAgain } from './cut-again.ts'
import { enqueueWaitingChunks } from './enqueue-waiting-chunks.ts'
import { sendPreparePlayback } from './prepare-playback.ts'
import { publishProgress } from './publish-progress.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { removeEndedSpeech } from './remove-speech.ts'
import { enqueueDetection, saveChunk } from './save-chunk.ts'
import { savePlayable } from './save-playable.ts'
import { PACE, type Pace, waitForPassTurn } from './wait-for-pass-turn.ts'
import { assembleWhenComplete } from './assemble-when-complete.ts'
import { isAffordable, settleCharge } from '../charge.ts'
import { chunkTotals, deleteChunksFrom, isSoundMissing } from '../store/speech-chunks.ts'

const NAME = 'media.prepare'

export function prepareMediaAt(pace: Pace): Job<RunJob> {
  return job<RunJob>({
    name: NAME,
    concurrency: 2,
    // Passes of long videos take minutes: two of one workspace leave a worker to the others.
    reserved: 1,
    fairness: RUN_FAIRNESS,
    retries: 4,
    timeout: 12 * 3600,
    unique: 'exclusive',
    giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
    run: async (run, { app, attempt, signal, log, isLastTry }) => {
      if (attempt > MAX_WORKER_CRASHES) return failRun(app, run, 'transcript-failed')
      // Its sound was read while it grew: there is no pass whose turn it would have to wait for.
      const isRecording = await isRecorded(app, run.file_id)
      if (!isRecording) await waitForPassTurn(app, run, { queue: { name: NAME }, attempt, signal }, pace)
      const file = await beginRun(app, run)
      if (!file) return
      const isLast = await isLastTry()
      try {
        if (!file.prepared_at) {
          await runWhileCurrent(app.db, run, signal, (ended) =>
            isRecording
              ? prepareRecording(app, run, file, { signal: ended, isLastTry: isLast })
              : prepare(app, run, file, ended, isLast),
          )
        }
        if ((await resumeProcessing(app, run)) === 'sound-missing') {
          await runWhileCurrent(app.db, run, signal, (ended) => cutAgain(app, run, file, ended))
          await resumeProcessing(app, run, { isSoundStored: true })
        }
      } catch (error) {
        if (signal.aborted) throw error
        if (!(await isCurrent(app.db, run))) return
        const failure = finalFailure(error, isLast)
        log.warn({ err: error, file_id: run.file_id }, 'media preparation failed')
        await failRun(app, run, failure.reason, failure.note)
      } finally {
        await removeLeftovers(app, file)
        if (!(await isCurrent(app.db, run))) await removeEndedSpeech(app, file.video_id)
      }
    },
  })
}

export const prepareMedia = prepareMediaAt(PACE)

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
        return saveChunk(app, run, { videoId: file.video_id, segment, hasEngine: choice.engine !== null })
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

type Failure = [reason: FailedReason, note?: FileNote | null]

type Speech = Omit<Prepared, 'playable'> & { mediaNote: FileNote | null }

function savePrepared(app: App, run: Run, speech: Speech, playable: Playable): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    await deleteChunksFrom(trx, file.id, speech.segmentCount)
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
 * waiting chunks. Returns 'sound-missing', and queues nothing, if they must be cut again first.
 */
async function resumeProcessing(
  app: App,
  run: Run,
  { isSoundStored = false }: { isSoundStored?: boolean } = {},
): Promise<'sound-missing' | undefined> {
  const engines = await openEngines(app)
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file?.prepared_at) return undefined
    const fail = async (...failure: Failure): Promise<undefined> => {
      await failFile(trx, file, ...failure)
    }
    const totals = await chunkTotals(trx, file.id)
    if (totals.waiting + totals.recognised + totals.failed === 0) return fail('no-transcript')
    if (!(await settleCharge(trx, file))) return fail('not-enough-minute')
    if (totals.waiting > 0) {
      const choice = engines.choose(file)
      if (!choice.engine) return fail('transcript-failed', choice.note)
      if (!(await isAffordable(trx, file))) return fail('not-enough-minute')
      const prefix = speechRunPrefix(file.video_id, file.run)
      if (!isSoundStored && (await isSoundMissing(trx, file.id, prefix))) return 'sound-missing'
      if (isLanguageOpen(file)) await enqueueDetection(trx, app, toRunJob(file))
      else await enqueueWaitingChunks(trx, app, file)
    }
    await assembleWhenComplete(trx, app, file)
    return undefined
  })
}
