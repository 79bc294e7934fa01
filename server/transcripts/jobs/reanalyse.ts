import { job } from '../../platform/jobs/job.ts'
import type analyseThread from '../analyse.thread.ts'

const TIMEOUT_MS = 900_000

export const reanalyse = job<{ transcript_id: number }>({
  name: 'transcripts.reanalyse',
  unique: 'queued',
  run: async ({ transcript_id: id }, { app, signal }) => {
    const module = new URL('../analyse.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: TIMEOUT_MS, signal } as const
    return app.threads.run<typeof analyseThread>(module, id, options)
  },
})
