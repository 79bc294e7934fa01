import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { resetPassword as contract } from '@kaiwa/contract/password-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { confirmAddress } from '../registration/confirm-address.ts'
import { resetGuesses } from './guesses.ts'
import { resetMailQuota } from '../email/account-mail-limits.ts'
import { hashPassword } from './passwords.ts'
import { assertUncommonPassword, personalWords } from './assert-uncommon-password.ts'
import { replacePassword } from './replace-password.ts'
import { sendRenewedSession } from '../sessions/session-cookies.ts'

/** Sets the password by a mailed link, once. Does not sign in. If the caller is signed in as the user, that session stays. */
export const resetPassword: Handler<typeof contract> = async ({ query, body }, context) => {
  const { app, actor, request } = context
  await assertUncommonPassword(body.password, [])
  const hash = await hashPassword(app.config, body.password)
  const { user, renewed } = await app.db.transaction().execute(async (trx) => {
    const owner = await confirmAddress(app, trx, 'set-password', query)
    // A refusal rolls back, so the link stays valid.
    await assertUncommonPassword(body.password, personalWords(owner))
    const exceptSessionId = actor?.id === owner.id ? actor.sessionId : null
    const change = { hash, exceptSessionId, origin: publicAddress(context) }
    return { user: owner, renewed: await replacePassword(app, trx, owner, change) }
  })
  await resetMailQuota(app.db, 'set-password', user.id, LIMITS.passwordLinkMinutes)
  await resetGuesses(app.db, { email: user.email, address: request.ip })
  return sendRenewedSession(context, renewed)
}
