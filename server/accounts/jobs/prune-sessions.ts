import { job } from '../../platform/jobs/job.ts'
import { deleteOldAttempts } from '../google/google-store.ts'
import { deleteExpiredSessions, deleteOldTokens } from '../store.ts'
import { deleteOldTickets } from '../two-factor/two-factor-store.ts'

/** Forgets sessions, links and half-done sign-ins that no longer open anything. */
export const pruneSessions = job({
  name: 'accounts.prune-sessions',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    await deleteExpiredSessions(app.db)
    await deleteOldTokens(app.db)
    await deleteOldAttempts(app.db)
    await deleteOldTickets(app.db)
  },
})
