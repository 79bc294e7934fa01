import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Context } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { knownDevice } from '../sessions/devices.ts'
import { countGuess, resetGuesses } from './guesses.ts'
import { checkPassword } from './passwords.ts'
import type { UserRow } from '../store/users.ts'
import { isFreshSession } from '../store/sessions.ts'

/**
 * Call before a change that could take over the account. Requires the password or a session created in the last minutes,
 * against changes at an unattended browser.
 */
export async function reauthenticate(
  { app, actor, request }: Context<'session'>,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    if (await isFreshSession(app.db, actor.sessionId, LIMITS.freshSessionMinutes)) return
    if (user.password_hash === null) throw new Refusal('E_FORBIDDEN', { reason: 'sign-in-again' })
    throw invalid({ current_password: ['required'] })
  }
  const guesser = { email: user.email, address: request.ip, device: knownDevice({ app, request }, user.id) }
  await countGuess(app.db, guesser)
  if (!(await checkPassword(app.config, password, user.password_hash, { account: user.email, isKnown: true })))
    throw invalid({ current_password: ['incorrect'] })
  await resetGuesses(app.db, guesser)
}
