// Expected failures are a closed catalogue of Errors. Any other error is a bug: it answers 500, is logged and never
// shown.
import { errorStatus, type ErrorCode, type FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'

/**
 * Ends the call with `{ error: code, …details }` and the status from the catalogue. `details` are sent to the caller.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(code)
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Refuses fields, limited to the first `LIMITS.reportedFields`: `throw invalid({ email: ['unique'] })`. */
export function invalid(errors: FieldErrors): Refusal {
  return new Refusal('E_UNPROCESSABLE_ENTITY', {
    errors: Object.fromEntries(Object.entries(errors).slice(0, LIMITS.reportedFields)),
  })
}
