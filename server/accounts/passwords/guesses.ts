// Limit of password guesses, per account and network, or per account and known browser. An attacker is locked out; the
// owner in another network, or in a known browser of the same network, is not. A correct password resets the count.
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'

const LIMIT: RateLimit = { max: 20, window: 15 * 60, key: 'account' }

/** `device`: id of a known browser of this account. */
export interface Guesser {
  email: string
  address: string
  device?: string | null
}

function subjectOf({ email, address, device }: Guesser): string {
  return `${email.toLowerCase()} ${device ? `device ${device}` : networkOf(address)}`
}

/** Call before the password is checked, so that concurrent guesses count. Refuses with Retry-After above the limit. */
export function countGuess(db: Db, guesser: Guesser): Promise<void> {
  return countCall(db, 'password-guess', LIMIT, subjectOf(guesser))
}

export function resetGuesses(db: Db, guesser: Guesser): Promise<void> {
  return forgetCalls(db, 'password-guess', LIMIT, subjectOf(guesser))
}
