// The reader's language. What was chosen on this device wins; then what the account says; Japanese otherwise (UI-01).
import type { Locale } from '@kaiwa/contract/fields.ts'
import i18next from 'i18next'

const KEY = 'kaiwa.locale'

const chosen = (): Locale | null => {
  const stored = localStorage.getItem(KEY)
  return stored === 'ja' || stored === 'en' ? stored : null
}

export const firstLanguage = (): Locale => chosen() ?? 'ja'

export const currentLanguage = (): Locale => (i18next.language === 'en' ? 'en' : 'ja')

const show = (locale: Locale): void => {
  document.documentElement.lang = locale
  if (i18next.language !== locale) void i18next.changeLanguage(locale)
}

/** A choice of the reader: shown at once and remembered on this device. */
export const chooseLanguage = (locale: Locale): void => {
  localStorage.setItem(KEY, locale)
  show(locale)
}

/** The account's language, which holds where nothing was chosen on this device. */
export const adoptLanguage = (locale: Locale): void => show(chosen() ?? locale)

/** A choice that is made in one tab holds in the others at once. */
export const followLanguage = (): void =>
  globalThis.addEventListener('storage', ({ key }) => {
    const locale = chosen()
    if (key === KEY && locale) show(locale)
  })
