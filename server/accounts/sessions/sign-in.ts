import type { Session } from '@kaiwa/contract/accounts.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Context } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { acceptedLocale } from '../../platform/http/accepted-locale.ts'
import { actorOfSession } from './authenticate.ts'
import { composeSession } from './compose-session.ts'
import { setDeviceCookie } from './devices.ts'
import { setSessionCookie, createSession } from './session-cookies.ts'
import { requireSecondStep, issueTicket } from '../two-factor/sign-in-ticket.ts'
import { hasTwoFactor } from '../store/two-factor.ts'

interface VerifiedUser {
  userId: number
  remember: boolean
  hasPassedSecondStep?: true
}

/**
 * Creates a session for the user returned by `verify`, in the same transaction, and sets its cookie. If two-factor is on, a
 * ticket is issued instead (AUTH_SECOND_STEP_REQUIRED), for every sign-in method.
 */
export async function signIn(
  context: Context<'public'>,
  verify: (trx: Trx) => Promise<VerifiedUser>,
): Promise<Session> {
  const { app } = context
  const result = await app.db.transaction().execute(async (trx) => {
    const user = await verify(trx)
    if (!user.hasPassedSecondStep && (await hasTwoFactor(trx, user.userId)))
      return { ticket: await issueTicket(trx, user) }
    return { ...(await createSession(trx, context, user)), remember: user.remember }
  })
  if (result.ticket !== undefined) throw requireSecondStep(context, result.ticket)
  const { token, sessionId, remember } = result
  const user = await actorOfSession(app.db, sessionId)
  if (!user) throw new Refusal('E_USER_DISABLED')
  const actor = { ...user, locale: acceptedLocale(context.request.headers['accept-language']) ?? user.locale }
  context.request.actor = actor
  setSessionCookie(context, token, remember)
  setDeviceCookie(context, actor.id)
  return composeSession(app, actor, token)
}
