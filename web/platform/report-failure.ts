import { errorText } from './error-text.ts'
import { toast } from './toasts.ts'

/** For failures without a message of their own: shows the general text, and logs the error (ERR-24). */
export function reportFailure(...failure: Parameters<typeof errorText>): void {
  console.error(failure[0])
  toast.error(errorText(...failure))
}
