// The one place where a failure becomes an answer.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { invalid, Refusal } from '../refusal.ts'

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

/** The refusal that an error stands for, or null for a bug. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  // Before the question about the database: a body that breaks off ends with ECONNRESET too, and fastify calls that a 400.
  switch (statusOf(error)) {
    case 400:
    case 415:
      return invalid({ body: ['format'] })
    case 413:
      return invalid({ body: ['max'] })
    case 404:
      return new Refusal('E_NOT_FOUND')
    default:
      return isUnavailable(error) ? new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '1' }) : null
  }
}

export type Failure = { status: number; headers: Readonly<Record<string, string>>; body: { error: ErrorCode } }

/** Status, headers and body of the answer to an error. A bug shows nothing but the id under which it was logged. */
export const failureOf = (error: unknown, requestId: string): Failure => {
  const refusal = asRefusal(error) ?? new Refusal('E_INTERNAL', { request_id: requestId })
  return { status: refusal.status, headers: refusal.headers, body: { ...refusal.details, error: refusal.code } }
}

/**
 * The answer where a condition (412) or a range (416) of the request cannot be met: a status without a body, as the
 * catalogue of errors has no code for them. Null for every other error.
 */
export const unmetCondition = (
  error: unknown,
): { status: number; headers: Readonly<Record<string, string>> } | null => {
  const status = statusOf(error)
  if (status !== 412 && status !== 416) return null
  const { headers = {} } = error as { headers?: Record<string, string> }
  const range = headers['Content-Range']
  return { status, headers: range === undefined ? {} : { 'content-range': range } }
}
