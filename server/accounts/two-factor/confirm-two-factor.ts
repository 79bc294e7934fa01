import { parseCode } from '@kaiwa/contract/codes.ts'
import type { confirmTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import { publish } from '../../platform/store/outbox.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { sendRenewedSession, renewSession } from '../sessions/session-cookies.ts'
import { deleteSessions } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { decryptSecret } from './secret-encryption.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { stepOf } from './time-codes.ts'
import { confirmSecret, findSecret, replaceRecoveryCodes } from '../store/two-factor.ts'

/**
 * Turns two-factor on after a correct code, which proves that the app has the secret. Ends the other sessions, which were
 * created without the second step; this session gets a new token.
 */
export const confirmTwoFactor: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const row = await findSecret(app.db, actor.id, 'offered')
  const secret = row && decryptSecret(app.config, actor.id, row.sealed_secret)
  if (!row || !secret) throw new Refusal('E_CONFLICT')
  const typed = parseCode(body.code)
  if (typed?.kind !== 'time') throw invalid({ code: ['format'] })
  const step = stepOf(secret, typed.code, row.step)
  if (step === null) throw invalid({ code: ['incorrect'] })
  const user = await findUser(app.db, actor.id)
  const { shown, hashes } = await newRecoveryCodes(app.config, user.email)
  const renewed = await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    if (!(await confirmSecret(trx, user.id, row.sealed_secret, step))) throw new Refusal('E_CONFLICT')
    await replaceRecoveryCodes(trx, user.id, hashes)
    await deleteSessions(trx, user.id, actor.sessionId)
    await publish(trx, { type: 'access.changed', data: { user_ids: [user.id] } })
    await sendTwoFactorNotice(context, trx, user, { kind: 'on' })
    return renewSession(trx, actor.sessionId)
  })
  return { recovery_codes: shown, token: sendRenewedSession(context, renewed).token }
}
