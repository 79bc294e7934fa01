// Limits of code guesses, per account and known browser, or per account and network. Unknown browsers also share a daily
// limit, because a code has only six digits and an attacker may have many networks. Reaching the daily limit requires the
// first step. It does not apply to known browsers and recovery codes.
import type { TypedCode } from '@kaiwa/contract/codes.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'

const COUNTER = 'code-guess'
const LIMIT_PER_GUESSER: RateLimit = { max: 10, window: 15 * 60, key: 'account' }
const LIMIT_PER_DAY: RateLimit = { max: 100, window: 24 * 60 * 60, key: 'account' }
const NOTICE_LIMIT: RateLimit = { max: 1, window: 24 * 60 * 60, key: 'account' }

export interface CodeGuesser {
  userId: number
  address: string
  device: string | null
}

function guesserKey({ userId, address, device }: CodeGuesser): string {
  return `${userId} ${device === null ? networkOf(address) : `device ${device}`}`
}

function dayKey({ userId, device }: CodeGuesser): string {
  return `${userId} ${device === null ? 'strangers' : `device ${device}`}`
}

/** Counts a guess before the code is checked. Refuses above the limit. `onFlood` runs once when the daily limit is reached. */
export async function countCodeGuess(
  db: Db,
  guesser: CodeGuesser,
  kind: TypedCode['kind'],
  onFlood: () => Promise<void>,
): Promise<void> {
  await countCall(db, COUNTER, LIMIT_PER_GUESSER, guesserKey(guesser))
  if (kind === 'recovery') return
  try {
    await countCall(db, COUNTER, LIMIT_PER_DAY, dayKey(guesser))
  } catch (error) {
    if (error instanceof Refusal && (await isFirstToday(db, guesser))) await onFlood()
    throw error
  }
}

async function isFirstToday(db: Db, { userId }: CodeGuesser): Promise<boolean> {
  try {
    await countCall(db, 'code-alarm', NOTICE_LIMIT, String(userId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Resets the counts. Call it after a correct code. */
export async function resetCodeGuesses(db: Db, guesser: CodeGuesser): Promise<void> {
  await forgetCalls(db, COUNTER, LIMIT_PER_GUESSER, guesserKey(guesser))
  await forgetCalls(db, COUNTER, LIMIT_PER_DAY, dayKey(guesser))
}
