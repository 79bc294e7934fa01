// Two limits for mails to one account. The limit per network refuses a caller who requests too many mails. The limit per
// account stops further mails while the last link is still valid, without a refusal. So an attacker can neither flood an
// inbox nor lock its owner out.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countCall, forgetCalls } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TokenPurpose } from '../store/account-tokens.ts'

export interface MailRequest {
  operation: string
  email: string
  address: string
}

/** Counts a request for a mail, for unknown addresses too. Refuses more than `max` requests in `window` seconds. */
export function countMailRequest(
  db: Db,
  { operation, email, address }: MailRequest,
  limit: { max: number; window: number; code?: ErrorCode },
): Promise<void> {
  return countCall(db, operation, { ...limit, key: 'body.email' }, `${email.toLowerCase()} ${networkOf(address)}`)
}

const MAILS_PER_LINK = 10

// The window is as long as a link is valid: when no mail is sent, the last link still works.
function limitOf(minutes: number): RateLimit {
  return { max: MAILS_PER_LINK, window: minutes * 60, key: 'account' }
}

/** Counts a mail with a link that is valid for `minutes`. Returns false if the limit of the account is reached. */
export async function consumeMailQuota(
  db: Db,
  purpose: TokenPurpose,
  userId: number,
  minutes: number,
): Promise<boolean> {
  try {
    await countCall(db, `mail ${purpose}`, limitOf(minutes), String(userId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Resets the count of an account. Call it when a link was used. */
export function resetMailQuota(db: Db, purpose: TokenPurpose, userId: number, minutes: number): Promise<void> {
  return forgetCalls(db, `mail ${purpose}`, limitOf(minutes), String(userId))
}
