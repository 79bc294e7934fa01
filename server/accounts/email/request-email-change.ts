import type { requestEmailChange as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { proveAgain } from '../passwords/prove-again.ts'
import { reloadActor } from '../sessions/reload-actor.ts'
import { sendEmailChange } from './send-email-change.ts'
import { findUser, findUserByEmail } from '../store.ts'

/** The old address holds until the link that went to the new one is opened. */
export const requestEmailChange: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  await proveAgain(context, user, body.current_password)
  if (await findUserByEmail(app.db, body.new_email)) throw invalid({ new_email: ['unique'] })
  await sendEmailChange(app, user, body.new_email, publicAddress(context), async (trx) => {
    await reloadActor(trx, actor)
  })
  return { success: true }
}
