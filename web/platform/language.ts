// The user's language: the choice on this device, else the account's, else that of the page, which public/first.js takes from
// the browser's languages, else Japanese (UI-01).
import type { Locale } from '@kaiwa/contract/fields.ts'
import { localStore } from './browser-storage.ts'
import { changeTexts, startI18n } from './i18n.ts'
import type { TextTable } from './i18n.ts'
import { showChunkLoadError } from './chunk-load-error.ts'

const KEY = 'kaiwa.locale'

/** A choice whose texts are still loading. */
let choosing: Locale | null = null

function chosen(): Locale | null {
  if (choosing) return choosing
  const stored = localStore.read(KEY)
  return stored === 'ja' || stored === 'en' ? stored : null
}

/** Starts the page in the user's language. */
export async function startLanguage(texts: TextTable): Promise<void> {
  const locale = chosen() ?? (document.documentElement.lang === 'en' ? 'en' : 'ja')
  document.documentElement.lang = locale
  await startI18n(texts, locale)
}

/** Switches the page to this language. When its texts fail to load, shows a message and returns false. */
async function show(locale: Locale): Promise<boolean> {
  try {
    return await changeTexts(locale)
  } catch {
    showChunkLoadError()
    return false
  }
}

/** A choice by the user: applied when its texts are loaded, then stored on this device. */
export async function chooseLanguage(locale: Locale): Promise<boolean> {
  choosing = locale
  const isShown = await show(locale)
  if (choosing === locale) choosing = null
  if (isShown) localStore.write(KEY, locale)
  return isShown
}

/** Applies the account's language unless one was chosen on this device. */
export async function adoptLanguage(locale: Locale): Promise<void> {
  void (await show(chosen() ?? locale))
}

/** Follows choices made in other tabs. */
export function followLanguage(): void {
  return globalThis.addEventListener('storage', ({ key }) => {
    const locale = chosen()
    if (key === KEY && locale) void show(locale)
  })
}
