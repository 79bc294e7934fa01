import type { registerMagic as contract } from '@kaiwa/contract/magic-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { newMember } from '../extension-points.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'
import { registerInvited } from './register-invited.ts'
import { countRegistration, mayMailRegistration, saveRegistration } from './save-registration.ts'

/**
 * Creates an unverified account without a password and mails a link that verifies it. By an invitation to this address
 * the account is verified and signed in.
 */
export const registerMagic: Handler<typeof contract> = async ({ body }, context) => {
  const { app, request } = context
  const { email, first_name, last_name, invitation, is_app } = body
  await countRegistration(app.db, { operation: 'registerMagic', email, address: request.ip })
  const locale = body.locale ?? preferredLocale(request.headers['accept-language'])
  const user = { email, first_name, last_name, password_hash: null, settings: { locale } }
  if (await registerInvited(context, invitation, user)) return { email, is_signed_in: true }
  if (await mayMailRegistration(app.db, email))
    await app.db.transaction().execute(async (trx) => {
      const userId = await saveRegistration(trx, user)
      await newMember.get().claimInvitation(trx, { token: invitation, email, userId })
      await app.jobs.send(trx, sendMagicLink, { email, origin: publicAddress({ app, request }), is_app })
    })
  return { email, is_signed_in: false }
}
