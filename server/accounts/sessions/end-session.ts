import type { endSession as contract } from '@kaiwa/contract/profile.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { takeCookie } from './sessions.ts'
import { deleteSessionOf } from '../store.ts'

/** What hangs on the session (open sockets, media addresses) ends with it. Somebody else's is none that exists. */
export const endSession: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  await app.db.transaction().execute(async (trx) => {
    if (!(await deleteSessionOf(trx, actor.id, params.id))) throw new Refusal('E_NOT_FOUND')
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  if (params.id === actor.sessionId) takeCookie(context)
  return { success: true }
}
