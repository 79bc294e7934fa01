import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../platform/i18n.ts'

type Spoken = Pick<ProjectFile, 'language' | 'detected_language'>

/** The language in which a file is recognised: the detected one where it is known. */
export function languageOf({ language, detected_language: detected }: Spoken): string {
  return detected ?? language
}

/** Returns the function that names a language in the language of the reader. */
export function useLanguageName(): (language: string) => string {
  const { t } = useTranslation('workspace')
  return (language) =>
    language === 'auto' || language === 'ja' || language === 'en'
      ? t(`languages.${language}`)
      : (new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(language) ?? language)
}
