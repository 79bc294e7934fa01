// Claims, recognises and stores one chunk. A killed worker loses at most its current chunks, and a late result of an
// ended run is ignored.
import { buffer } from 'node:stream/consumers'
import { embedSegments, decodeSegment, type Interval, type Voice } from '@kaiwa/speech'
import { SpeechFailure, type SpeechFailureCode } from '@kaiwa/speech/speech-failure.ts'
import type { App } from '../../platform/app.ts'
import { job, type JobContext } from '../../platform/jobs/job.ts'
import { MissingObject } from '../../platform/storage/storage.ts'
import { chargeUpTo } from '../charge.ts'
import type { ActiveEngine, AvailableEngine } from '../engines/choose-file-engine.ts'
import { openEngines } from '../engines/open-engines.ts'
import { RECOGNITION_CONCURRENCY } from '../engines/recognition-concurrency.ts'
import { failFile, failRun, MAX_WORKER_CRASHES } from '../fail-file.ts'
import { notes } from '../notes.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { claimChunk, failChunk, findEndOfChunk, type Recognition, saveRecognition } from '../store/speech-chunks.ts'
import { hasRecognisedLately } from '../store/recognition-speed.ts'
import { findRecording } from '../store/recordings.ts'
import { findRun, lockRun, type RunJob, RUN_FAIRNESS } from '../store/runs.ts'
import { assembleWhenComplete } from './assemble-when-complete.ts'
import { warmAssembly } from './warm-assembly.ts'

export interface ChunkWork extends RunJob {
  chunk_id: number
  /** Position of the chunk in its file, from 0. */
  position: number
}

/** Errors caused by the engine, not by the chunk: recognised chunks are kept for a resume. */
const ENGINE_UNAVAILABLE: ReadonlySet<SpeechFailureCode> = new Set(['unreachable', 'rate-limited', 'server-failed'])

export const recogniseChunk = job<ChunkWork>({
  name: 'transcription.recognise',
  concurrency: RECOGNITION_CONCURRENCY,
  // About one minute with the delays between them: enough for a speech server to restart.
  retries: 6,
  retryDelay: 1,
  timeout: 300,
  unique: 'exclusive',
  fairness: { ...RUN_FAIRNESS, order: 'position' },
  giveUp: (work, { app }) => giveUp(app, work),
  run: async (work, context) => {
    const { app } = context
    const file = await findRun(app.db, work)
    if (!file) return
    const chunk = await claim(app, work)
    if (!chunk) return
    if (chunk.attempts > MAX_WORKER_CRASHES) return giveUp(app, work)
    const choice = (await openEngines(app)).choose(file)
    if (!choice.engine) return failRun(app, work, 'transcript-failed', choice.note)
    // Before the last byte of a recording that is sent while it grows, more chunks follow.
    if (file.prepared_at || !(await findRecording(app.db, file.id))) void warmAssembly(app, file, context.signal)
    try {
      const recognition = await runWhileCurrent(app.db, work, context.signal, (signal) =>
        recognise(app, choice, chunk.storage_key, signal),
      )
      await save(app, work, recognition)
    } catch (error) {
      await handleError(work, context, choice, error)
    }
  },
})

/**
 * Returns the chunk if it is still waiting and its minutes are charged; the first claim charges the whole file. If the
 * month has too few minutes left, the file fails: at the end of the media pass, or here if the pass has already ended.
 */
function claim(app: App, work: ChunkWork) {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, work)
    if (!file) return undefined
    const end = await findEndOfChunk(trx, work.chunk_id)
    if (end === undefined) return undefined
    if (await chargeUpTo(trx, file, end)) return claimChunk(trx, work.chunk_id)
    if (file.prepared_at) await failFile(trx, file, 'not-enough-minute')
    return undefined
  })
}

async function recognise(app: App, choice: ActiveEngine, key: string, signal: AbortSignal): Promise<Recognition> {
  const wav = await buffer(await app.storage.get(key))
  const started = performance.now()
  const {
    language,
    words,
    turns,
    speech,
    isRepeating = false,
  } = await choice.engine.recognise({ wav, language: choice.language, signal })
  return {
    engine: choice.engine.id,
    language,
    words,
    turns: turns ?? null,
    voices: words.length > 0 ? await voicesOf(wav, choice.engine, speech ?? [], signal) : null,
    is_repeating: isRepeating,
    seconds_spent: (performance.now() - started) / 1000,
  }
}

/**
 * The voices of a chunk, from models if the engine has them, otherwise from the classical method. Times are relative to
 * the chunk's start.
 */
async function voicesOf(
  wav: Uint8Array,
  engine: AvailableEngine,
  speech: readonly Interval[],
  signal: AbortSignal,
): Promise<Voice[]> {
  const samples = decodeSegment(wav)
  return engine.detectVoices ? engine.detectVoices(samples, signal) : embedSegments(samples, speech)
}

function save(app: App, work: ChunkWork, recognition: Recognition): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, work)
    if (!file || !(await saveRecognition(trx, work.chunk_id, recognition))) return
    await assembleWhenComplete(trx, app, file)
  })
}

/** Leaves the chunk without words and continues with the rest of the file. */
function giveUp(app: App, work: ChunkWork, engine: string | null = null): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, work)
    if (!file) return
    await failChunk(trx, work.chunk_id, engine)
    await assembleWhenComplete(trx, app, file)
  })
}

/**
 * Handles a recognition error. Transient errors are retried. After the last try, or for a permanent error, the chunk is
 * left out if the chunk is the cause; if the engine is the cause, the run fails, and a resume continues with the
 * waiting chunks.
 */
async function handleError(
  work: ChunkWork,
  { app, signal, log, isLastTry }: JobContext,
  choice: ActiveEngine,
  error: unknown,
): Promise<void> {
  if (signal.aborted) throw error
  if (error instanceof MissingObject) return giveUp(app, work)
  if (!(error instanceof SpeechFailure)) throw error
  log.warn({ err: error, chunk_id: work.chunk_id }, 'chunk recognition failed')
  if (error.code === 'aborted') return
  if (error.isTemporary && !(await isLastTry())) throw error
  if (error.code === 'quota-exceeded') return failRun(app, work, 'quota-exceeded')
  if (await isUnavailable(app, choice, error))
    return failRun(app, work, 'transcript-failed', notes.engineFailed(choice.engine.id))
  if (error.isTemporary || error.code === 'bad-wav') return giveUp(app, work, choice.engine.id)
  return failRun(app, work, 'transcript-failed', notes.engineRefused(choice.engine.id))
}

/**
 * True if the engine is the cause, not the chunk. A server that does not answer about one chunk but does about others has
 * trouble with the chunk.
 */
async function isUnavailable(app: App, { engine }: ActiveEngine, { code }: SpeechFailure): Promise<boolean> {
  if (code === 'timed-out') return !(await hasRecognisedLately(app.db, engine.id))
  return ENGINE_UNAVAILABLE.has(code)
}
