// Guesses at a password are counted per account and guesser. Whoever guesses is locked out, its owner elsewhere is not;
// nor is the owner in the guesser's own network, in a browser that is known. A right password forgets the wrong ones.
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'

const LIMIT: RateLimit = { max: 20, window: 15 * 60, key: 'account' }

/** `device`: the id of a browser that is known for this account. */
export type Guesser = { email: string; address: string; device?: string | null }

const subjectOf = ({ email, address, device }: Guesser): string =>
  `${email.toLowerCase()} ${device ? `device ${device}` : networkOf(address)}`

/** Counts a guess before it is judged, so that many at once are counted too. Refuses beyond the limit, with Retry-After. */
export const countGuess = (db: Db, guesser: Guesser): Promise<void> =>
  countCall(db, 'password-guess', LIMIT, subjectOf(guesser))

export const forgetGuesses = (db: Db, guesser: Guesser): Promise<void> =>
  forgetCalls(db, 'password-guess', LIMIT, subjectOf(guesser))
