// Guesses at a password are counted per account and guesser. Whoever guesses is locked out, its owner elsewhere is not;
// a right password forgets the wrong ones before it.
import { isIPv6 } from 'node:net'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../platform/database/database.ts'
import { countCall, forgetCalls } from '../platform/http/rate-limit.ts'

const LIMIT: RateLimit = { max: 20, window: 15 * 60, key: 'account' }

/** Whoever has an IPv6 address has a whole network of them. */
export const guesserOf = (address: string): string => {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const subjectOf = (email: string, address: string): string => `${email.toLowerCase()} ${guesserOf(address)}`

/** Counts a guess before it is judged, so that many at once are counted too. Refuses beyond the limit, with Retry-After. */
export const countGuess = (db: Db, email: string, address: string): Promise<void> =>
  countCall(db, 'password-guess', LIMIT, subjectOf(email, address))

export const forgetGuesses = (db: Db, email: string, address: string): Promise<void> =>
  forgetCalls(db, 'password-guess', LIMIT, subjectOf(email, address))
