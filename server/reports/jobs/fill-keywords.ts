// Stores the keywords of blocks that an earlier version wrote: one batch per transaction, so that it resumes after a kill.
import { job } from '../../platform/jobs/job.ts'
import { reduceKeywordBacklog } from '../../transcripts/store/keywords.ts'

export const fillKeywords = job<Record<string, never>>({
  name: 'reports.fill-keywords',
  unique: 'queued',
  timeout: 12 * 3600,
  run: async (_, { app, signal }) => {
    // A job that was stopped must not count as done.
    do signal.throwIfAborted()
    while (await app.db.transaction().execute((trx) => reduceKeywordBacklog(trx)))
  },
})
