import { job } from '../../platform/jobs/job.ts'
import { deleteExpiredSessions, deleteOldTokens } from '../store.ts'

/** Forgets sessions and links that no longer open anything. */
export const pruneSessions = job({
  name: 'accounts.prune-sessions',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    await deleteExpiredSessions(app.db)
    await deleteOldTokens(app.db)
  },
})
