// The hook of react-i18next for our texts. The build and the tests resolve the module `react-i18next` to this file
// (`web/translation-alias.ts`).
import { useSyncExternalStore } from 'react'
import i18n, { onLanguageChange } from './translate.ts'
import type { Translate } from './translate.ts'

interface Translation {
  t: Translate
  i18n: typeof i18n
}

/** One per language and namespace: `t` changes with the language only, so that effects can depend on it. */
const translations = new Map<string, Translation>()

function translationOf(language: string, namespace: string | undefined): Translation {
  const key = `${language}/${namespace ?? ''}`
  const known = translations.get(key)
  if (known) return known
  const made = { t: i18n.getFixedT(language, namespace), i18n }
  translations.set(key, made)
  return made
}

function readLanguage(): string {
  return i18n.language
}

/** Keys without a prefix belong to the first namespace. Keys of other namespaces have a prefix: `uploads:failed`. */
export function useTranslation(namespaces?: string | readonly string[]): Translation {
  const language = useSyncExternalStore(onLanguageChange, readLanguage, readLanguage)
  return translationOf(language, typeof namespaces === 'string' ? namespaces : namespaces?.[0])
}
