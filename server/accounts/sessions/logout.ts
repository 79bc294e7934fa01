import type { logout as contract } from '@kaiwa/contract/accounts.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Handler } from '../../platform/http/route.ts'
import { takeCookie } from './sessions.ts'
import { deleteSession } from '../store.ts'

/** Ends the caller's session; what hung on it (open sockets, media addresses) ends with it. */
export const logout: Handler<typeof contract> = async (_input, context) => {
  const { app, actor } = context
  await app.db.transaction().execute(async (trx) => {
    await deleteSession(trx, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  takeCookie(context)
  return { success: true }
}
