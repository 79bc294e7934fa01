import type { startTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { proveAgain } from '../passwords/prove-again.ts'
import { findUser } from '../store.ts'
import { seal } from './seal.ts'
import { base32, enrolmentUrl, newSecret } from './time-codes.ts'
import { offerSecret } from './two-factor-store.ts'

/** Whoever finds a browser open must not lock its owner out with an authenticator of theirs. */
export const startTwoFactor: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  await proveAgain(context, user, body.current_password)
  const secret = newSecret()
  if (!(await offerSecret(app.db, user.id, seal(app.config.secret, user.id, secret)))) throw new Refusal('E_CONFLICT')
  return { secret: base32(secret), url: enrolmentUrl(secret, user.email) }
}
