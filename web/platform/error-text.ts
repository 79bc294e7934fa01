import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** What was tried, where the catalogue has a sentence of its own for it. */
type Attempt = { on?: 'move' }

/** The sentence for a failure, in the reader's language; anything that is no refusal reads 'Failed' (UI-28). */
export const errorText = (error: unknown, { on }: Attempt = {}): string => {
  if (!(error instanceof ApiError)) return i18next.t('failed')
  const keys = [...(on ? [`errors.${error.code}_${on}`] : []), `errors.${error.code}`]
  return i18next.t(keys, { defaultValue: i18next.t('failed') })
}
