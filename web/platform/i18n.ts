// Texts are stored per domain and language, next to their components, and are loaded with them in the current language.
// A namespace is a domain: `useTranslation('workspace')`. Placeholders have the form of the specification: 'Please
// enter {label}'.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { TypeOptions } from 'i18next'
import i18next, { addTexts, hasTexts, setLanguage, startTexts, type Texts } from './translate.ts'

export type TextName = keyof TypeOptions['resources']
type Load<L extends Locale> = () => Promise<Record<L, Texts>>
export type TextTable = Readonly<Record<TextName, { ja: Load<'ja'>; en: Load<'en'> }>>

let table: TextTable
/** Namespaces shown or about to be shown. A change of language loads all of them. */
const usedNames = new Set<TextName>()
const pendingLoads = new Map<string, Promise<void>>()

async function fetchTexts(locale: Locale, name: TextName): Promise<void> {
  const texts = locale === 'ja' ? (await table[name].ja()).ja : (await table[name].en()).en
  addTexts(locale, name, texts)
}

async function loadBundle(locale: Locale, name: TextName): Promise<void> {
  if (hasTexts(locale, name)) return
  const key = `${locale}/${name}`
  const loading = pendingLoads.get(key) ?? fetchTexts(locale, name).finally(() => pendingLoads.delete(key))
  pendingLoads.set(key, loading)
  await loading
}

function missing(locale: Locale): TextName[] {
  return [...usedNames].filter((name) => !hasTexts(locale, name))
}

export function currentLanguage(): Locale {
  return i18next.language === 'en' ? 'en' : 'ja'
}

/** Loads the texts of these domains in the current language. Throws when loading fails. */
export async function loadTexts(names: readonly TextName[]): Promise<void> {
  for (const name of names) usedNames.add(name)
  const locale = currentLanguage()
  await Promise.all(names.map((name) => loadBundle(locale, name)))
  // The language may have changed during loading.
  if (locale !== currentLanguage()) await loadTexts(names)
}

let changes = 0

/**
 * Switches to a language after all texts are loaded. Returns whether it is now active: of two concurrent changes the
 * later wins. When loading fails, throws and changes nothing.
 */
export async function changeTexts(locale: Locale): Promise<boolean> {
  changes += 1
  const mine = changes
  try {
    for (let names = missing(locale); names.length > 0; names = missing(locale))
      await Promise.all(names.map((name) => loadBundle(locale, name)))
  } catch (error) {
    if (mine === changes) throw error
  }
  if (mine !== changes) return false
  document.documentElement.lang = locale
  if (i18next.language !== locale) setLanguage(locale)
  return true
}

/** Starts in this language; `common` texts are available from the first render. */
export async function startI18n(texts: TextTable, locale: Locale): Promise<void> {
  table = texts
  startTexts(locale)
  await loadTexts(['common'])
}
