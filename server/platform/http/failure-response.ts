// Converts errors to answers. No other code does.
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { invalid, Refusal } from '../refusal.ts'
import { isDiskFull } from '../storage/disk-full.ts'

/** Retry-After while the disk is full, in seconds. */
const DISK_RETRY_SECONDS = '60'

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

/** The refusal for an error, or null for an unexpected error. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  // Checked before the database: an aborted body ends with ECONNRESET too, and Fastify reports it as a 400.
  switch (statusOf(error)) {
    case 400:
    case 415:
      return invalid({ body: ['format'] })
    case 413:
      return invalid({ body: ['max'] })
    case 404:
      return new Refusal('E_NOT_FOUND')
    default:
      if (isDiskFull(error)) return new Refusal('E_UNAVAILABLE', {}, { 'retry-after': DISK_RETRY_SECONDS })
      return isUnavailable(error) ? new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '1' }) : null
  }
}

export interface Failure {
  status: number
  headers: Readonly<Record<string, string>>
  body: { error: ErrorCode }
}

/**
 * Status, headers and body of the answer to an error. An unexpected error shows only the request id under which it was
 * logged.
 */
export function failureOf(error: unknown, requestId: string): Failure {
  const refusal = asRefusal(error) ?? new Refusal('E_INTERNAL', { request_id: requestId })
  return { status: refusal.status, headers: refusal.headers, body: { ...refusal.details, error: refusal.code } }
}

/**
 * The answer for a failed condition (412) or an unsatisfiable range (416): a status without a body, because the error
 * catalogue has no code for them. Null for other errors.
 */
export function unmetCondition(error: unknown): { status: number; headers: Readonly<Record<string, string>> } | null {
  const status = statusOf(error)
  if (status !== 412 && status !== 416) return null
  const { headers = {} } = error as { headers?: Record<string, string> }
  const range = headers['Content-Range']
  return { status, headers: range === undefined ? {} : { 'content-range': range } }
}
