// The one place where a failure becomes an answer.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { invalid, Refusal } from '../refusal.ts'

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

/** The refusal that an error stands for, or null for a bug. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '1' })
  switch (statusOf(error)) {
    case 400:
    case 415:
      return invalid({ body: ['format'] })
    case 413:
      return invalid({ body: ['max'] })
    case 404:
      return new Refusal('E_NOT_FOUND')
    default:
      return null
  }
}

export type Failure = { status: number; headers: Readonly<Record<string, string>>; body: { error: ErrorCode } }

/** Status, headers and body of the answer to an error. A bug shows nothing but the id under which it was logged. */
export const failureOf = (error: unknown, requestId: string): Failure => {
  const refusal = asRefusal(error) ?? new Refusal('E_INTERNAL', { request_id: requestId })
  return { status: refusal.status, headers: refusal.headers, body: { ...refusal.details, error: refusal.code } }
}
