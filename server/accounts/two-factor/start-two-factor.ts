import type { startTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reauthenticate } from '../passwords/reauthenticate.ts'
import { findUser } from '../store/users.ts'
import { encryptSecret } from './secret-encryption.ts'
import { base32, enrolmentUrl, newSecret } from './time-codes.ts'
import { offerSecret } from '../store/two-factor.ts'

/** Requires re-authentication: otherwise a person at an unattended browser could lock its owner out. */
export const startTwoFactor: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  await reauthenticate(context, user, body.current_password)
  const secret = newSecret()
  if (!(await offerSecret(app.db, user.id, encryptSecret(app.config, user.id, secret)))) throw new Refusal('E_CONFLICT')
  return { secret: base32(secret), url: enrolmentUrl(secret, user.email) }
}
