import type { endTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { handOver, renewSession } from '../sessions/sessions.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { proveWithCode } from './prove-with-code.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { deleteTickets, deleteTwoFactor } from './two-factor-store.ts'
import { takeCode } from './take-code.ts'

/** Whoever stands between the two steps begins anew. */
export const endTwoFactor: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const { user, code } = await proveWithCode(context, body)
  const renewed = await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    await takeCode(context, trx, user, code)
    await deleteTwoFactor(trx, user.id)
    await deleteTickets(trx, user.id)
    await sendTwoFactorNotice(context, trx, user, { kind: 'off' })
    return renewSession(trx, actor.sessionId)
  })
  return handOver(context, renewed)
}
