import i18next from 'i18next'
import { codeOf } from '../../platform/api-error.ts'
import { errorText } from '../../platform/error-text.ts'

/** Returns why a recording could not be sent, and what to do. The general texts of these codes describe other failures. */
export function sendFailureText(error: unknown): string {
  const code = codeOf(error)
  if (code === 'E_CONFLICT') return i18next.t('recording:sendRefused')
  return code === 'E_NOT_FOUND' ? i18next.t('recording:finish.folderGone') : errorText(error)
}
