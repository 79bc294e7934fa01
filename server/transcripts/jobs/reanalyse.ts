import { job } from '../../platform/jobs/job.ts'
import type analyseThread from '../analyse.thread.ts'

/** Computing time; on a busy machine it may take four times as long by the clock (decision 67). */
const COMPUTING_SECONDS = 900

export const reanalyse = job<{ transcript_id: number }>({
  name: 'transcripts.reanalyse',
  unique: 'queued',
  timeout: 4 * COMPUTING_SECONDS,
  run: async ({ transcript_id: id }, { app, signal }) => {
    const module = new URL('../analyse.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: COMPUTING_SECONDS * 1_000, signal } as const
    return app.threads.run<typeof analyseThread>(module, id, options)
  },
})
