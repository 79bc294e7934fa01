// Operations that end sessions. `access.changed` closes what depends on them: open sockets and media URLs.
import type { logout as logoutContract } from '@kaiwa/contract/accounts.ts'
import type { endOtherSessions as othersContract, endSession as contract } from '@kaiwa/contract/profile.ts'
import { publish } from '../../platform/store/outbox.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteSession, deleteSessionOf, deleteSessions } from '../store/sessions.ts'
import { clearSessionCookie } from './session-cookies.ts'

export const logout: Handler<typeof logoutContract> = async (_input, context) => {
  const { app, actor } = context
  await app.db.transaction().execute(async (trx) => {
    await deleteSession(trx, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  clearSessionCookie(context)
  return { success: true }
}

/** A session of another user is answered with E_NOT_FOUND, like one that does not exist. */
export const endSession: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  await app.db.transaction().execute(async (trx) => {
    if (!(await deleteSessionOf(trx, actor.id, params.id))) throw new Refusal('E_NOT_FOUND')
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  if (params.id === actor.sessionId) clearSessionCookie(context)
  return { success: true }
}

export const endOtherSessions: Handler<typeof othersContract> = async (_, { app, actor }) => {
  await app.db.transaction().execute(async (trx) => {
    await deleteSessions(trx, actor.id, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [actor.id] } })
  })
  return { success: true }
}
