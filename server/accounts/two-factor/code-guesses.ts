// Guesses at a code are counted like those at a password: a browser that is known for the account by itself, a stranger by
// network. All strangers together have a number a day besides, since six digits are few and networks many. Only somebody
// who has passed the first step can use it up; the owner's known browsers, and recovery codes, are not touched by it.
import type { TypedCode } from '@kaiwa/contract/codes.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'

const NAME = 'code-guess'
const EACH: RateLimit = { max: 10, window: 15 * 60, key: 'account' }
const A_DAY: RateLimit = { max: 100, window: 24 * 60 * 60, key: 'account' }
const ALARM: RateLimit = { max: 1, window: 24 * 60 * 60, key: 'account' }

export type CodeGuesser = { userId: number; address: string; device: string | null }

const eachOf = ({ userId, address, device }: CodeGuesser): string =>
  `${userId} ${device === null ? networkOf(address) : `device ${device}`}`

const allOf = ({ userId, device }: CodeGuesser): string =>
  `${userId} ${device === null ? 'strangers' : `device ${device}`}`

/** Counts a guess before it is judged. Refuses beyond the limit; `onFlood` runs when the day's number is first used up. */
export const countCodeGuess = async (
  db: Db,
  guesser: CodeGuesser,
  kind: TypedCode['kind'],
  onFlood: () => Promise<void>,
): Promise<void> => {
  await countCall(db, NAME, EACH, eachOf(guesser))
  if (kind === 'recovery') return
  try {
    await countCall(db, NAME, A_DAY, allOf(guesser))
  } catch (error) {
    if (error instanceof Refusal && (await isFirst(db, guesser))) await onFlood()
    throw error
  }
}

const isFirst = async (db: Db, { userId }: CodeGuesser): Promise<boolean> => {
  try {
    await countCall(db, 'code-alarm', ALARM, String(userId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** A right code forgets the wrong ones before it. */
export const forgetCodeGuesses = async (db: Db, guesser: CodeGuesser): Promise<void> => {
  await forgetCalls(db, NAME, EACH, eachOf(guesser))
  await forgetCalls(db, NAME, A_DAY, allOf(guesser))
}
