import { job } from '../../platform/jobs/job.ts'
import type measureTalkThread from '../measure-talk.thread.ts'

/** Transcripts per task of the background thread, which other jobs use in between. */
const BATCH = 20
/** Computing time of a batch. */
const COMPUTING_SECONDS = 300

/** Computes figures of talk that no reader can wait for. */
export const measureTalkJob = job<{ transcript_ids: number[] }>({
  name: 'analysis.measure-talk',
  unique: 'queued',
  timeout: 3_600,
  run: async ({ transcript_ids: ids }, { app, signal }) => {
    const module = new URL('../measure-talk.thread.ts', import.meta.url)
    const options = { lane: 'background', timeoutMs: COMPUTING_SECONDS * 1_000, signal } as const
    for (let at = 0; at < ids.length; at += BATCH)
      await app.threads.run<typeof measureTalkThread>(module, ids.slice(at, at + BATCH), options)
  },
})
