import i18next from 'i18next'
import { codeOf } from '../../platform/api-error.ts'
import { errorText } from '../../platform/error-text.ts'

/** Why a recording could not be sent, and what to do. `awaitSent` rejects with these codes, which other calls use for other reasons. */
export function sendFailureText(error: unknown): string {
  const code = codeOf(error)
  if (code === 'E_CONFLICT') return i18next.t('recording:sendRefused')
  return code === 'E_NOT_FOUND' ? i18next.t('recording:finish.folderGone') : errorText(error)
}
