import type { endOtherSessions as contract } from '@kaiwa/contract/profile.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Handler } from '../../platform/http/route.ts'
import { deleteSessions } from '../store.ts'

/** What hangs on the other sessions (open sockets, media addresses) ends with them. */
export const endOtherSessions: Handler<typeof contract> = async (_, { app, actor }) => {
  await app.db.transaction().execute(async (trx) => {
    await deleteSessions(trx, actor.id, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  return { success: true }
}
