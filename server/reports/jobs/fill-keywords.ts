// Stores the keywords of blocks that an earlier version wrote: one batch per transaction, so that it resumes after a kill.
import { job } from '../../platform/jobs/job.ts'
import { reduceKeywordBacklog } from '../../transcripts/store/keywords.ts'

export const fillKeywords = job<Record<string, never>>({
  name: 'reports.fill-keywords',
  unique: 'queued',
  run: async (_, { app, signal }) => {
    while (!signal.aborted && (await app.db.transaction().execute((trx) => reduceKeywordBacklog(trx))));
  },
})
