import { type ErrorCode, errorAliases, type FieldErrors } from '@kaiwa/contract/errors.ts'

/** Error codes set by the browser: the server is unreachable, or its response cannot be parsed. */
export type ClientErrorCode = 'OFFLINE' | 'UNREADABLE'

const ALIASES: Record<string, ErrorCode> = errorAliases

/**
 * A refused or failed call. `status` is 0 without a response; `body` is the complete response, e.g. `{ error, errors
 * }`.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch before which the call must not be repeated; null if the server did not say. */
  retryAt: number | null = null

  constructor(code: ErrorCode | ClientErrorCode, status: number, body: Record<string, unknown> = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.status = status
    this.body = body
  }

  /** The server's errors by field; empty when it sent none for fields. */
  get fields(): FieldErrors {
    const { errors } = this.body
    return typeof errors === 'object' && errors !== null ? (errors as FieldErrors) : {}
  }
}

/** Converts a response to an ApiError. Older spellings of codes are mapped. */
export function toApiError(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return new ApiError(status >= 500 ? 'E_INTERNAL' : 'UNREADABLE', status)
  const code = ALIASES[body.error] ?? (body.error as ErrorCode)
  return new ApiError(code, status, body)
}

/** The code of a failed call; null for other errors. */
export function codeOf(error: unknown): ApiError['code'] | null {
  return error instanceof ApiError ? error.code : null
}
