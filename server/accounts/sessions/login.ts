import type { login as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { knownDevice } from './devices.ts'
import { countGuess, forgetGuesses } from '../passwords/guesses.ts'
import { lockCheckedUser } from '../passwords/lock-checked-user.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { signIn } from './sign-in.ts'
import { findUserByEmail } from '../store.ts'

/** Signs in by password. Only who knows the password learns that an account is disabled or unverified. */
export const login: Handler<typeof contract> = async ({ body }, context) => {
  const { app, request } = context
  const user = await findUserByEmail(app.db, body.email)
  const guesser = { email: body.email, address: request.ip, device: knownDevice(context, user?.id) }
  await countGuess(app.db, guesser)
  const turn = { account: body.email.toLowerCase(), isKnown: guesser.device !== null }
  const fits = await checkPassword(app.config, body.password, user?.password_hash ?? null, turn)
  if (!user || !fits) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (!user.email_verified_at) throw new Refusal('E_EMAIL_NOT_VERIFIED')
  await forgetGuesses(app.db, guesser)
  return signIn(context, async (trx) => {
    if (!(await lockCheckedUser(trx, user))) throw new Refusal('AUTH_INVALID_CREDENTIALS')
    return { userId: user.id, remember: body.remember }
  })
}
