import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import type assembleThread from '../assemble.thread.ts'
import { assemble } from '../assemble.ts'
import { failRun, failureOfJob, MOST_DEATHS } from '../fail-run.ts'
import { isCurrent, type Run, whileCurrent } from '../run.ts'
import { chunkTotals } from '../store.ts'

/** From ten minutes of speech on, clustering its voices and writing its blocks keep others waiting: a thread does them. */
const LONG_CHUNKS = 20
const TIMEOUT_SECONDS = 3_600

export const assembleTranscript = job<Run>({
  name: 'transcription.assemble',
  concurrency: 1,
  retries: 4,
  timeout: TIMEOUT_SECONDS,
  unique: 'exclusive',
  priority: 10,
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt, signal }) => {
    if (attempt > MOST_DEATHS) return failRun(app, run, 'transcript-failed')
    const { recognised } = await chunkTotals(app.db, run.file_id)
    return recognised > LONG_CHUNKS ? assembleInThread(app, run, signal) : assemble(app.db, run)
  },
})

/** Ends the thread, and with it an open transaction, when the job is cancelled or the run is over. */
const assembleInThread = async (app: App, run: Run, signal: AbortSignal): Promise<void> => {
  const module = new URL('../assemble.thread.ts', import.meta.url)
  const timeoutMs = TIMEOUT_SECONDS * 1_000
  const work = (until: AbortSignal) =>
    app.threads.run<typeof assembleThread>(module, run, { lane: 'background', timeoutMs, signal: until })
  try {
    await whileCurrent(app.db, run, signal, work)
  } catch (error) {
    // A run that is over has no result, and trying again gives it none.
    if (signal.aborted || (await isCurrent(app.db, run))) throw error
  }
}
