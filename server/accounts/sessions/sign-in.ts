import type { Session } from '@kaiwa/contract/accounts.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actorOfSession } from './authenticate.ts'
import { composeSession } from './compose-session.ts'
import { giveDevice } from './devices.ts'
import { giveCookie, openSession } from './sessions.ts'
import { askSecondStep, issueTicket } from '../two-factor/ticket.ts'
import { hasTwoFactor } from '../two-factor/two-factor-store.ts'

type Who = { userId: number; remember: boolean; hasTakenSecondStep?: true }

/**
 * Opens a session for whom `prove` names, in one transaction with the proof, and answers it with its cookie. Whoever has
 * two-factor on is given a ticket instead (AUTH_SECOND_STEP_REQUIRED), whatever way they came.
 */
export const signIn = async (context: Context<'public'>, prove: (trx: Trx) => Promise<Who>): Promise<Session> => {
  const { app } = context
  const step = await app.db.transaction().execute(async (trx) => {
    const who = await prove(trx)
    if (!who.hasTakenSecondStep && (await hasTwoFactor(trx, who.userId))) return { ticket: await issueTicket(trx, who) }
    return { ...(await openSession(trx, context, who)), remember: who.remember }
  })
  if (step.ticket !== undefined) throw askSecondStep(context, step.ticket)
  const { token, sessionId, remember } = step
  const actor = await actorOfSession(app.db, sessionId)
  if (!actor) throw new Refusal('E_USER_DISABLED')
  context.request.actor = actor
  giveCookie(context, token, remember)
  giveDevice(context, actor.id)
  return composeSession(app.db, actor, token)
}
