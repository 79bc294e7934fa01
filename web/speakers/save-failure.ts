import { codeOf } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'

/** The text for a speaker that was not saved: when to try again, if the server is busy or limits calls; else `failed`. */
export function saveFailure(error: unknown, failed: string): string {
  const code = codeOf(error)
  return code === 'E_TOO_MANY_REQUESTS' || code === 'E_UNAVAILABLE' ? errorText(error) : failed
}
