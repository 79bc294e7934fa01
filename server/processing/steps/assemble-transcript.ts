import type { Passage } from '@kaiwa/language/terms.ts'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { wholeRecordingEngines } from '../engines/engine-registry.ts'
import { failRun, failureOfJob, MAX_WORKER_CRASHES } from '../fail-file.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { chunkTotals } from '../store/speech-chunks.ts'
import { isCurrent, RUN_FAIRNESS, type RunJob } from '../store/runs.ts'
import type analyseThread from './analyse-passages.thread.ts'
import type assembleThread from './assemble.thread.ts'
import { assemble, type Assembly } from './assemble.ts'

/**
 * A transcript of more chunks, ten minutes of speech, is assembled in a thread: it would block the event loop. Of a
 * shorter one only the terms are, because the dictionaries take 150 MB, which an idle thread gives back.
 */
const MAX_CHUNKS_IN_PROCESS = 20

/** `chunks`: the number of recognised ones. */
export function isAssembledInThread(chunks: number): boolean {
  return chunks > MAX_CHUNKS_IN_PROCESS
}

const TIMEOUT_SECONDS = 3_600
/** Computing time of the terms of a short recording, with loading the dictionaries. */
const ANALYSIS_MS = 60_000

export const assembleTranscript = job<RunJob>({
  name: 'transcription.assemble',
  concurrency: 1,
  retries: 4,
  timeout: TIMEOUT_SECONDS,
  unique: 'exclusive',
  fairness: RUN_FAIRNESS,
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt, signal }) => {
    if (attempt > MAX_WORKER_CRASHES) return failRun(app, run, 'transcript-failed')
    const { recognised } = await chunkTotals(app.db, run.file_id)
    const assembly = { run, wholeRecordingEngines: wholeRecordingEngines() }
    if (isAssembledInThread(recognised)) return assembleInThread(app, assembly, signal)
    return assemble(app.db, assembly, (passages, language) => analyseInThread(app, passages, language, signal))
  },
})

/** Without passages it loads the dictionaries of the language. */
export function analyseInThread(app: App, passages: readonly Passage[], language: 'ja' | 'en', signal: AbortSignal) {
  const module = new URL('./analyse-passages.thread.ts', import.meta.url)
  const options = { lane: 'language', timeoutMs: ANALYSIS_MS, signal } as const
  return app.threads.run<typeof analyseThread>(module, { passages, language }, options)
}

/** Ends the thread, and with it an open transaction, when the job is cancelled or the run is over. */
async function assembleInThread(app: App, assembly: Assembly, signal: AbortSignal): Promise<void> {
  const { run } = assembly
  const module = new URL('./assemble.thread.ts', import.meta.url)
  // Computing time; on a busy machine it may take four times as long by the clock (decision 67).
  const timeoutMs = (TIMEOUT_SECONDS * 1_000) / 4
  const work = (ended: AbortSignal) =>
    app.threads.run<typeof assembleThread>(module, assembly, { lane: 'background', timeoutMs, signal: ended })
  try {
    await runWhileCurrent(app.db, run, signal, work)
  } catch (error) {
    // A run that is over has no result, and trying again gives it none.
    if (signal.aborted || (await isCurrent(app.db, run))) throw error
  }
}
