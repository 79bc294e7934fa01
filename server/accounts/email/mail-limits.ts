// Mails to one account are counted twice. Whoever asks for too many is refused, and nobody else is. All askers together
// only stop further mails while the last link still works: a stranger neither floods an inbox nor locks its owner out.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Purpose } from '../token-store.ts'

export type Ask = { operation: string; email: string; address: string }

/** Counts a request for a mail, whether or not the address is known. Refuses beyond `max` in `window` seconds. */
export const countAsk = (
  db: Db,
  { operation, email, address }: Ask,
  limit: { max: number; window: number; code?: ErrorCode },
): Promise<void> =>
  countCall(db, operation, { ...limit, key: 'body.email' }, `${email.toLowerCase()} ${networkOf(address)}`)

const MAILS_PER_LINK = 10
// The window is as long as a link works: when no mail is sent, the last one is still good.
const limitOf = (minutes: number): RateLimit => ({ max: MAILS_PER_LINK, window: minutes * 60, key: 'account' })

/** Whether one more link of this purpose, which works for `minutes`, may be sent to the account. */
export const mayMail = async (db: Db, purpose: Purpose, userId: number, minutes: number): Promise<boolean> => {
  try {
    await countCall(db, `mail ${purpose}`, limitOf(minutes), String(userId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** A link was used: what comes next starts at nothing. */
export const forgetMails = (db: Db, purpose: Purpose, userId: number, minutes: number): Promise<void> =>
  forgetCalls(db, `mail ${purpose}`, limitOf(minutes), String(userId))
