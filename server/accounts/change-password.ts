import type { changePassword as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../platform/http/addresses.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid } from '../platform/refusal.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { replacePassword } from './replace-password.ts'
import { findUser } from './store.ts'

/** The current password is guessed at no faster here than at the sign-in page: both count together. */
export const changePassword: Handler<typeof contract> = async ({ body }, { app, actor, request }) => {
  const field = body.new_password === undefined ? 'password' : 'new_password'
  const password = body.new_password ?? body.password ?? ''
  const user = await findUser(app.db, actor.id)
  await countGuess(app.db, user.email, request.ip)
  if (!(await checkPassword(body.current_password, user.password_hash)))
    throw invalid({ current_password: ['incorrect'] })
  await forgetGuesses(app.db, user.email, request.ip)
  await refuseCommonPassword(password, field)
  const change = {
    hash: await hashPassword(password),
    keptSession: actor.sessionId,
    origin: publicAddress({ app, request }),
  }
  await app.db.transaction().execute((trx) => replacePassword(app, trx, user, change))
  return { success: true }
}
