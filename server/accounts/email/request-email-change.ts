import type { requestEmailChange as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { reauthenticate } from '../passwords/reauthenticate.ts'
import { reloadActor } from '../sessions/reload-actor.ts'
import { sendEmailChange } from './send-email-change.ts'
import { findUser, findUserByEmail } from '../store/users.ts'

/** The old address stays in use until the link in the mail to the new address is opened. */
export const requestEmailChange: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  await reauthenticate(context, user, body.current_password)
  if (await findUserByEmail(app.db, body.new_email)) throw invalid({ new_email: ['unique'] })
  await sendEmailChange(app, user, body.new_email, publicAddress(context), async (trx) => {
    await reloadActor(trx, actor)
  })
  return { success: true }
}
