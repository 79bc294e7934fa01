import type { registerMagic as contract } from '@kaiwa/contract/magic-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { newMember } from '../extension-points.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { preferredLocale } from './register.ts'
import { countRegistration, saveRegistration } from './save-registration.ts'

/** Creates an unverified account without a password and mails a link that verifies it. */
export const registerMagic: Handler<typeof contract> = async ({ body }, { app, request }) => {
  const { email, first_name, last_name, is_app } = body
  if (!(await countRegistration(app.db, { operation: 'registerMagic', email, address: request.ip }))) return { email }
  const locale = body.locale ?? preferredLocale(request.headers['accept-language'])
  return app.db.transaction().execute(async (trx) => {
    const values = { email, first_name, last_name, password_hash: null, settings: { locale } }
    await newMember
      .get()
      .claimInvitation(trx, { token: body.invitation, email, userId: await saveRegistration(trx, values) })
    await app.jobs.send(trx, sendMagicLink, { email, origin: publicAddress({ app, request }), is_app })
    return { email }
  })
}
