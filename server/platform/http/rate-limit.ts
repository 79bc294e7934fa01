// Rate limits of operations. The counters are shared by all nodes.
import { createHash } from 'node:crypto'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Db } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { countInWindow, deleteCounter } from '../store/rate-limits.ts'

/** Hashed, so that the table contains no addresses. */
function keyOf(operation: string, limit: RateLimit, subject: string): string {
  return createHash('sha256').update(`${operation} ${limit.key} ${limit.window} ${subject}`).digest('base64url')
}

/** Counts one call of `subject` and refuses it beyond the limit; Retry-After is the time until the window ends. */
export async function countCall(db: Db, operation: string, limit: RateLimit, subject: string): Promise<void> {
  const counter = await countInWindow(db, keyOf(operation, limit, subject), limit.window)
  if (counter && counter.count > limit.max)
    throw new Refusal(limit.code ?? 'E_TOO_MANY_REQUESTS', {}, { 'retry-after': String(Math.max(1, counter.wait)) })
}

/** Resets the counter of `subject`. */
export function forgetCalls(db: Db, operation: string, limit: RateLimit, subject: string): Promise<void> {
  return deleteCounter(db, keyOf(operation, limit, subject))
}
