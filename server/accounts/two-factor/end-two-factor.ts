import type { endTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { sendRenewedSession, renewSession } from '../sessions/session-cookies.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { reauthenticateWithCode } from './check-code.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { deleteTickets, deleteTwoFactor } from '../store/two-factor.ts'
import { consumeCode } from './check-code.ts'

/** Turns two-factor off and deletes open tickets. */
export const endTwoFactor: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const { user, code } = await reauthenticateWithCode(context, body)
  const renewed = await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    await consumeCode(context, trx, user, code)
    await deleteTwoFactor(trx, user.id)
    await deleteTickets(trx, user.id)
    await sendTwoFactorNotice(context, trx, user, { kind: 'off' })
    return renewSession(trx, actor.sessionId)
  })
  return sendRenewedSession(context, renewed)
}
