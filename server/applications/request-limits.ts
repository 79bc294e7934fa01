// Limits of requests in addition to the one per network in the contract. Anyone can send a request with any address: the
// limits keep a sender from filling the list of requests, the mailbox of a stranger or those of the operators.
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { networkOf } from '../platform/http/network-of.ts'
import { countCall } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'

const PER_EMAIL: RateLimit = { max: 10, window: 3600, key: 'body.email' }
const TOTAL: RateLimit = { max: 300, window: 3600, key: 'ip' }
const MAILS_TO_APPLICANT: RateLimit = { max: 5, window: 86_400, key: 'body.email' }
const MAILS_TO_OPERATORS: RateLimit = { max: 30, window: 3600, key: 'ip' }

/** Refuses too many requests of one network with the same email, and too many of all networks in an hour. */
export async function countRequest(db: Db, { email, address }: { email: string; address: string }): Promise<void> {
  const operation = 'createSubscriptionRequest'
  await countCall(db, operation, PER_EMAIL, `${email.toLowerCase()} ${networkOf(address)}`)
  await countCall(db, `${operation} total`, TOTAL, '')
}

async function isWithin(db: Trx, name: string, limit: RateLimit, subject: string): Promise<boolean> {
  try {
    await countCall(db, name, limit, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Whether a new request is mailed. Beyond the limits it is stored without a mail, so that a stranger who used an address
 * does not keep its owner from applying.
 */
export async function countMails(db: Trx, email: string): Promise<{ toApplicant: boolean; toOperators: boolean }> {
  return {
    toApplicant: await isWithin(db, 'mail subscription request', MAILS_TO_APPLICANT, email.toLowerCase()),
    toOperators: await isWithin(db, 'mail subscription request to operators', MAILS_TO_OPERATORS, ''),
  }
}
