import type { changePassword as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { knownDevice } from '../sessions/devices.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { refuseCommonPassword, wordsOf } from './refuse-common-password.ts'
import { replacePassword } from './replace-password.ts'
import { handOver } from '../sessions/sessions.ts'
import { findUser } from '../store.ts'

/** The current password is guessed at no faster here than at the sign-in page: both count together. */
export const changePassword: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const field = body.new_password === undefined ? 'password' : 'new_password'
  const password = body.new_password ?? body.password ?? ''
  const user = await findUser(app.db, actor.id)
  const guesser = { email: user.email, address: context.request.ip, device: knownDevice(context, user.id) }
  await countGuess(app.db, guesser)
  const turn = { account: user.email, isKnown: true }
  if (!(await checkPassword(app.config, body.current_password, user.password_hash, turn)))
    throw invalid({ current_password: ['incorrect'] })
  await forgetGuesses(app.db, guesser)
  await refuseCommonPassword(password, wordsOf(user), field)
  const change = {
    hash: await hashPassword(app.config, password),
    keptSession: actor.sessionId,
    origin: publicAddress(context),
  }
  const renewed = await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    return replacePassword(app, trx, user, change)
  })
  return handOver(context, renewed)
}
