import type { changePassword as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { knownDevice } from '../sessions/devices.ts'
import { countGuess, resetGuesses } from './guesses.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { assertUncommonPassword, personalWords } from './assert-uncommon-password.ts'
import { replacePassword } from './replace-password.ts'
import { sendRenewedSession } from '../sessions/session-cookies.ts'
import { findUser } from '../store/users.ts'

/** Wrong current passwords count towards the same limit as failed sign-ins. */
export const changePassword: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const field = body.new_password === undefined ? 'password' : 'new_password'
  const password = body.new_password ?? body.password ?? ''
  const user = await findUser(app.db, actor.id)
  const guesser = { email: user.email, address: context.request.ip, device: knownDevice(context, user.id) }
  await countGuess(app.db, guesser)
  const queueKey = { account: user.email, isKnown: true }
  if (!(await checkPassword(app.config, body.current_password, user.password_hash, queueKey)))
    throw invalid({ current_password: ['incorrect'] })
  await resetGuesses(app.db, guesser)
  await assertUncommonPassword(password, personalWords(user), field)
  const change = {
    hash: await hashPassword(app.config, password),
    exceptSessionId: actor.sessionId,
    origin: publicAddress(context),
  }
  const renewed = await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    return replacePassword(app, trx, user, change)
  })
  return sendRenewedSession(context, renewed)
}
