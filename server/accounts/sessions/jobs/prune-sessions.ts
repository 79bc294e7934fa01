import { publish } from '../../../platform/events/publish.ts'
import { job } from '../../../platform/jobs/job.ts'
import { deleteOldAttempts } from '../../google/google-store.ts'
import { deleteExpiredSessions, deleteOldTokens } from '../../store.ts'
import { deleteOldTickets } from '../../two-factor/two-factor-store.ts'

/** Forgets sessions, links and half-done sign-ins that no longer open anything. */
export const pruneSessions = job({
  name: 'accounts.prune-sessions',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    await app.db.transaction().execute(async (trx) => {
      const userIds = await deleteExpiredSessions(trx)
      // A hosted realtime service knows people, not sessions: those who have another come back with it. Own nodes check the
      // sessions of their sockets themselves.
      if (app.config.pusher && userIds.length > 0)
        await publish(trx, { type: 'access.changed', data: { user_ids: userIds } })
    })
    await deleteOldTokens(app.db)
    await deleteOldAttempts(app.db)
    await deleteOldTickets(app.db)
  },
})
