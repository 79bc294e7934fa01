import { transactionConflictOf } from './transaction-conflict.ts'

/** SQLSTATE classes and codes, and network error codes, of temporary failures. */
const codes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
])
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/**
 * True if the database could not be reached, the connection was lost during the query, or another transaction conflicted; a
 * retry may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (transactionConflictOf(error) !== null) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && (codes.has(code) || /^08...$/.test(code))) return true
  return messages.some((message) => error.message.includes(message)) || isUnavailable(error.cause)
}
