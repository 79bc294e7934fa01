import type { login as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import { checkPassword } from './passwords.ts'
import { signIn } from './sign-in.ts'
import { findUserByEmail } from './store.ts'

/** Signs in by password. Only who knows the password learns that an account is disabled or unverified. */
export const login: Handler<typeof contract> = async ({ body }, context) => {
  const { app, request } = context
  await countGuess(app.db, body.email, request.ip)
  const user = await findUserByEmail(app.db, body.email)
  const fits = await checkPassword(body.password, user?.password_hash ?? null)
  if (!user || !fits) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (!user.email_verified_at) throw new Refusal('E_EMAIL_NOT_VERIFIED')
  await forgetGuesses(app.db, body.email, request.ip)
  return signIn(context, () => Promise.resolve({ userId: user.id, remember: body.remember }))
}
