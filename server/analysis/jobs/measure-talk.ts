import { isUnavailable } from '../../platform/database/unavailable.ts'
import { job } from '../../platform/jobs/job.ts'
import { logUnmeasured } from '../log-unmeasured.ts'
import type measureTalkThread from '../measure-talk.thread.ts'

/** Transcripts per task of the background thread, which other jobs use in between. */
const BATCH = 20
/** Computing time of a batch. */
const COMPUTING_SECONDS = 300

/** Computes figures of talk that no reader can wait for. A batch that fails does not stop the following ones. */
export const measureTalkJob = job<{ transcript_ids: number[] }>({
  name: 'analysis.measure-talk',
  // A reader whose figures are still missing after a running job sends the next one.
  unique: 'exclusive',
  timeout: 3_600,
  run: async ({ transcript_ids: ids }, { app, signal, log }) => {
    const module = new URL('../measure-talk.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: COMPUTING_SECONDS * 1_000, signal } as const
    const errors: unknown[] = []
    for (let at = 0; at < ids.length; at += BATCH) {
      try {
        const batch = ids.slice(at, at + BATCH)
        logUnmeasured(log, await app.threads.run<typeof measureTalkThread>(module, batch, options))
      } catch (error) {
        if (signal.aborted || isUnavailable(error)) throw error
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  },
})
