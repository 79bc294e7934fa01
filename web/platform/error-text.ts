import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** The sentence for a failure, in the reader's language; anything that is no refusal reads 'Failed' (UI-28). */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return i18next.t('failed')
  return i18next.t(`errors.${error.code}`, { defaultValue: i18next.t('failed') })
}
