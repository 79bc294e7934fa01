import i18next from 'i18next'
import { ApiError } from '../platform/api-error.ts'
import { toast } from '../platform/toasts.ts'

/** The sentence for the reason of a refusal; undefined if it has none. */
export function reasonText(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.body['reason'] : undefined
  const key = `admin:reasons.${String(reason)}`
  return typeof reason === 'string' && i18next.exists(key) ? i18next.t([key], { defaultValue: '' }) : undefined
}

/** Shows the text of a failed action, with the reason if the server gave one. */
export function showFailed(text: string) {
  return (error: unknown): void => {
    const detail = reasonText(error)
    toast.error(text, undefined, detail === undefined ? {} : { detail })
  }
}
