// The reader's language. What was chosen on this device wins; then what the account says; Japanese otherwise (UI-01).
import type { Locale } from '@kaiwa/contract/fields.ts'
import { changeTexts, startI18n } from './i18n.ts'
import type { TextTable } from './i18n.ts'
import { tellMissingPart } from './missing-part.ts'

const KEY = 'kaiwa.locale'

/** A choice of which the texts are still to come. */
let choosing: Locale | null = null

const chosen = (): Locale | null => {
  if (choosing) return choosing
  const stored = localStorage.getItem(KEY)
  return stored === 'ja' || stored === 'en' ? stored : null
}

/** Starts the page in the reader's language. */
export const startLanguage = async (texts: TextTable): Promise<void> => {
  const locale = chosen() ?? 'ja'
  document.documentElement.lang = locale
  await startI18n(texts, locale)
}

/** Whether the page is now in this language; where its texts do not come, the page says so and stays as it is. */
const show = async (locale: Locale): Promise<boolean> => {
  try {
    return await changeTexts(locale)
  } catch {
    tellMissingPart()
    return false
  }
}

/** A choice of the reader: shown as soon as its texts are there, and then remembered on this device. */
export const chooseLanguage = async (locale: Locale): Promise<boolean> => {
  choosing = locale
  const isShown = await show(locale)
  if (choosing === locale) choosing = null
  if (isShown) localStorage.setItem(KEY, locale)
  return isShown
}

/** The account's language, which holds where nothing was chosen on this device. */
export const adoptLanguage = async (locale: Locale): Promise<void> => void (await show(chosen() ?? locale))

/** A choice that is made in one tab holds in the others, too, as soon as its texts are there. */
export const followLanguage = (): void =>
  globalThis.addEventListener('storage', ({ key }) => {
    const locale = chosen()
    if (key === KEY && locale) void show(locale)
  })
