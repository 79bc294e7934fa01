import { type ErrorCode, errorAliases, type FieldErrors } from '@kaiwa/contract/errors.ts'

/** Codes that only the browser knows: the server could not be reached, or answered something that is no answer. */
export type ClientErrorCode = 'OFFLINE' | 'UNREADABLE'

const ALIASES: Record<string, ErrorCode> = errorAliases

/** A refused or failed call. `status` is 0 when no answer came; `body` is the whole answer, e.g. `{ error, errors }`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode | ClientErrorCode, status: number, body: Record<string, unknown> = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.status = status
    this.body = body
  }

  /** What the server says about single fields; empty when it says nothing. */
  get fields(): FieldErrors {
    const { errors } = this.body
    return typeof errors === 'object' && errors !== null ? (errors as FieldErrors) : {}
  }
}

/** The error that an answer stands for; older spellings of a code are understood. */
export const toApiError = (status: number, body: unknown): ApiError => {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return new ApiError(status >= 500 ? 'E_INTERNAL' : 'UNREADABLE', status)
  const code = ALIASES[body.error] ?? (body.error as ErrorCode)
  return new ApiError(code, status, body)
}

/** The code of a failed call, or null for anything else that was thrown. */
export const codeOf = (error: unknown): ApiError['code'] | null => (error instanceof ApiError ? error.code : null)
