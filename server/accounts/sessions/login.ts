import type { login as contract } from '@kaiwa/contract/accounts.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { knownDevice } from './devices.ts'
import { countGuess, resetGuesses } from '../passwords/guesses.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { lockUser } from '../lock-user.ts'
import { signIn } from './sign-in.ts'
import { findPasswordHash, findUserByEmail, type UserRow } from '../store/users.ts'

/**
 * Locks the row of a user whose password was checked outside the transaction. Returns false if the password was changed
 * after the check. A password change waits for the commit and then ends the session that this transaction creates.
 */
async function lockCheckedUser(trx: Trx, checked: Pick<UserRow, 'id' | 'password_hash'>): Promise<boolean> {
  await lockUser(trx, checked.id)
  return (await findPasswordHash(trx, checked.id)) === checked.password_hash
}

/** Signs in by password. Reports a disabled or unverified account only after a correct password. */
export const login: Handler<typeof contract> = async ({ body }, context) => {
  const { app, request } = context
  const user = await findUserByEmail(app.db, body.email)
  const guesser = { email: body.email, address: request.ip, device: knownDevice(context, user?.id) }
  await countGuess(app.db, guesser)
  const queueKey = { account: body.email.toLowerCase(), isKnown: guesser.device !== null }
  const isMatch = await checkPassword(app.config, body.password, user?.password_hash ?? null, queueKey)
  if (!user || !isMatch) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (!user.email_verified_at) throw new Refusal('E_EMAIL_NOT_VERIFIED')
  await resetGuesses(app.db, guesser)
  return signIn(context, async (trx) => {
    if (!(await lockCheckedUser(trx, user))) throw new Refusal('AUTH_INVALID_CREDENTIALS')
    return { userId: user.id, remember: body.remember }
  })
}
