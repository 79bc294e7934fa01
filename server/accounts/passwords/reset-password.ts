import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { resetPassword as contract } from '@kaiwa/contract/password-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { confirmAddress } from '../registration/confirm-address.ts'
import { forgetGuesses } from './guesses.ts'
import { forgetMails } from '../email/mail-limits.ts'
import { hashPassword } from './passwords.ts'
import { refuseCommonPassword, wordsOf } from './refuse-common-password.ts'
import { replacePassword } from './replace-password.ts'
import { handOver } from '../sessions/sessions.ts'

/** The link of a mail sets the password once. It signs nobody in; a caller who is signed in as its user stays so. */
export const resetPassword: Handler<typeof contract> = async ({ query, body }, context) => {
  const { app, actor, request } = context
  await refuseCommonPassword(body.password, [])
  const hash = await hashPassword(app.config, body.password)
  const { user, renewed } = await app.db.transaction().execute(async (trx) => {
    const owner = await confirmAddress(app, trx, 'set-password', query)
    // A refusal gives the link back.
    await refuseCommonPassword(body.password, wordsOf(owner))
    const kept = actor?.id === owner.id ? actor.sessionId : null
    const change = { hash, keptSession: kept, origin: publicAddress(context) }
    return { user: owner, renewed: await replacePassword(app, trx, owner, change) }
  })
  await forgetMails(app.db, 'set-password', user.id, LIMITS.passwordLinkMinutes)
  await forgetGuesses(app.db, { email: user.email, address: request.ip })
  return handOver(context, renewed)
}
