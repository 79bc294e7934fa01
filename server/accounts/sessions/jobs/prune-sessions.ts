import { publish } from '../../../platform/store/outbox.ts'
import { job } from '../../../platform/jobs/job.ts'
import { deleteOldAttempts } from '../../store/identities.ts'
import { deleteExpiredSessions } from '../../store/sessions.ts'
import { deleteOldTokens } from '../../store/account-tokens.ts'
import { deleteOldTickets } from '../../store/two-factor.ts'

/** Deletes expired sessions, links, sign-in attempts and tickets. */
export const pruneSessions = job({
  name: 'accounts.prune-sessions',
  unique: 'exclusive',
  run: async (_data, { app }) => {
    await app.db.transaction().execute(async (trx) => {
      const userIds = await deleteExpiredSessions(trx)
      // A hosted realtime service can close only all sockets of a person; clients with another session reconnect. Kaiwa's
      // own nodes check the sessions of their sockets themselves.
      if (app.config.pusher && userIds.length > 0)
        await publish(trx, { type: 'access.changed', data: { user_ids: userIds } })
    })
    await deleteOldTokens(app.db)
    await deleteOldAttempts(app.db)
    await deleteOldTickets(app.db)
  },
})
