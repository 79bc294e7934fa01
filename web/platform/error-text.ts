import { BUSY_REASON } from '@kaiwa/contract/errors.ts'
import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** The attempted action, for errors with a text specific to it. */
type Attempt = { on?: 'move' }

/** The text for an error in the user's language; 'Failed' for anything other than a refusal (UI-28). */
export const errorText = (error: unknown, { on }: Attempt = {}): string => {
  if (!(error instanceof ApiError)) return i18next.t('failed')
  const isBusy = error.body['reason'] === BUSY_REASON
  const keys = [
    ...(on ? [`errors.${error.code}_${on}`] : []),
    ...(isBusy ? [`errors.${error.code}_busy`] : []),
    `errors.${error.code}`,
  ]
  return i18next.t(keys, { defaultValue: i18next.t('failed') })
}
