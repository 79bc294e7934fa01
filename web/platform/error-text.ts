import { BUSY_REASON, REPORT_TIME_REASON, TEXT_LENGTH_REASON } from '@kaiwa/contract/errors.ts'
import i18next from 'i18next'
import { ApiError } from './api-error.ts'
import { toast } from './toasts.ts'

/** The attempted action, for errors with a text specific to it. */
interface Attempt {
  on?: 'move'
}

/** Reasons of refusals with a text of their own. */
const REASONS = [BUSY_REASON, TEXT_LENGTH_REASON, REPORT_TIME_REASON] as const

/** The text for an error in the user's language; 'Failed' for anything other than a refusal (UI-28). */
export function errorText(error: unknown, { on }: Attempt = {}): string {
  if (!(error instanceof ApiError)) return i18next.t('failed')
  const reason = REASONS.find((one) => one === error.body['reason'])
  const keys = [
    ...(on ? [`errors.${error.code}_${on}`] : []),
    ...(reason ? [`errors.${error.code}_${reason}`] : []),
    `errors.${error.code}`,
  ]
  return i18next.t(keys, { defaultValue: i18next.t('failed') })
}

/** For failures without a message of their own: shows the general text, and logs the error (ERR-24). */
export function reportFailure(...failure: Parameters<typeof errorText>): void {
  console.error(failure[0])
  toast.error(errorText(...failure))
}

/** Shows the text of a refusal that only one feature has. Where `textOf` has none, like `reportFailure`. */
export function showFailure(error: unknown, textOf: (refusal: ApiError) => string | null): void {
  const text = error instanceof ApiError ? textOf(error) : null
  if (text === null) reportFailure(error)
  else toast.error(text)
}
