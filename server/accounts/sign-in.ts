import type { Session } from '@kaiwa/contract/accounts.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Context } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { actorOfSession } from './authenticate.ts'
import { composeSession } from './compose-session.ts'
import { giveDevice } from './devices.ts'
import { giveCookie, openSession } from './sessions.ts'

type Who = { userId: number; remember: boolean }

/** Opens a session for whom `prove` names, in one transaction with the proof, and answers it with its cookie. */
export const signIn = async (context: Context<'public'>, prove: (trx: Trx) => Promise<Who>): Promise<Session> => {
  const { app } = context
  const { token, sessionId, remember } = await app.db.transaction().execute(async (trx) => {
    const who = await prove(trx)
    return { ...(await openSession(trx, context, who)), remember: who.remember }
  })
  const actor = await actorOfSession(app.db, sessionId)
  if (!actor) throw new Refusal('E_USER_DISABLED')
  context.request.actor = actor
  giveCookie(context, token, remember)
  giveDevice(context, actor.id)
  return composeSession(app.db, actor, token)
}
