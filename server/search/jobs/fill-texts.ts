// Adds the search texts of blocks written before search existed: one batch per transaction, so that it resumes after a
// kill.
import type { Db } from '../../platform/database/database.ts'
import { job } from '../../platform/jobs/job.ts'
import { reduceTextBacklog } from '../../transcripts/store/search-texts.ts'

/** Returns true if there is more to do. */
export function fillBatch(db: Db): Promise<boolean> {
  return db.transaction().execute((trx) => reduceTextBacklog(trx))
}

export const fillTexts = job<Record<string, never>>({
  name: 'search.fill-texts',
  unique: 'queued',
  timeout: 12 * 3600,
  run: async (_, { app, signal }) => {
    // A job that was stopped must not count as done.
    do signal.throwIfAborted()
    while (await fillBatch(app.db))
  },
})
