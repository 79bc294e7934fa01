import type { FastifyBaseLogger } from 'fastify'
import { transactionConflictOf } from '../database/transaction-conflict.ts'
import { ClientLeft } from './client-signal.ts'
import { asRefusal } from './failure-response.ts'

/** Logs a failed request: unexpected errors as error, temporary failures as warning, other refusals not at all. */
export function logFailure(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, error: unknown): void {
  const refusal = asRefusal(error)
  const sqlstate = transactionConflictOf(error)
  if (!refusal) log.error({ err: error }, 'unhandled error')
  else if (sqlstate !== null) log.warn({ err: error, sqlstate }, 'transaction conflict')
  else if (refusal.code === 'E_UNAVAILABLE' && !(error instanceof ClientLeft))
    log.warn({ err: error }, 'database or storage unavailable')
}
