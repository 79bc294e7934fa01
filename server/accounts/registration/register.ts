import type { register as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'
import { newMember } from '../extension-points.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { registerInvited } from './register-invited.ts'
import { countRegistration, mayMailRegistration, saveRegistration } from './save-registration.ts'
import { assertUncommonPassword } from '../passwords/assert-uncommon-password.ts'
import { setRegistrantCookie } from './registrant.ts'
import { sendVerification } from './send-verification.ts'

/**
 * Creates an unverified account; by an invitation to this address, a verified one that is signed in. Registering an unverified address again replaces its names and password and sends a new
 * link; the old link becomes invalid.
 */
export const register: Handler<typeof contract> = async ({ body }, context) => {
  const { app, request } = context
  const { email, first_name, last_name, invitation } = body
  await assertUncommonPassword(body.password, [email, first_name, last_name])
  await countRegistration(app.db, { operation: 'register', email, address: request.ip })
  const password_hash = await hashPassword(app.config, body.password, { account: email.toLowerCase(), isKnown: false })
  const locale = body.locale ?? preferredLocale(request.headers['accept-language'])
  const user = { email, first_name, last_name, password_hash, settings: { locale } }
  if (await registerInvited(context, invitation, user)) return { email, is_signed_in: true }
  if (!(await mayMailRegistration(app.db, email))) return { email, is_signed_in: false }
  const id = await app.db.transaction().execute(async (trx) => {
    const userId = await saveRegistration(trx, user)
    await newMember.get().claimInvitation(trx, { token: invitation, email, userId })
    await sendVerification(app, trx, userId, publicAddress({ app, request }))
    return userId
  })
  setRegistrantCookie(context, { id, password_hash })
  return { email, is_signed_in: false }
}
