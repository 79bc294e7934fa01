import { job } from '../../platform/jobs/job.ts'
import type analyseThread from '../analyse.thread.ts'
import { analyseTranscript } from '../analyse-transcript.ts'
import { countBlocks } from '../store/blocks.ts'

/** Longer transcripts are analysed and stored in a worker thread, so that they do not block the event loop. */
const MAX_INLINE_BLOCKS = 500
const TIMEOUT_MS = 900_000

export const reanalyse = job<{ transcript_id: number }>({
  name: 'transcripts.reanalyse',
  unique: 'queued',
  run: async ({ transcript_id: id }, { app, signal }) => {
    if ((await countBlocks(app.db, id)) <= MAX_INLINE_BLOCKS) return analyseTranscript(app.db, id)
    const module = new URL('../analyse.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: TIMEOUT_MS, signal } as const
    return app.threads.run<typeof analyseThread>(module, id, options)
  },
})
