// Texts live beside what they name, one file per domain and language, and come with the part that shows them, in the
// language that is shown. A namespace is a domain: `useTranslation('workspace')`. Gaps are written as in the
// specification: 'Please enter {label}'.
import type { Locale } from '@kaiwa/contract/fields.ts'
import i18next from 'i18next'
import type { TypeOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'

export type TextName = keyof TypeOptions['resources']
type Load<L extends Locale> = () => Promise<Record<L, object>>
export type TextTable = Readonly<Record<TextName, { ja: Load<'ja'>; en: Load<'en'> }>>

let table: TextTable
/** What the page has shown or is about to show: a change of the language brings all of it. */
const wanted = new Set<TextName>()
const onTheirWay = new Map<string, Promise<void>>()

const fetchTexts = async (locale: Locale, name: TextName): Promise<void> => {
  const texts = locale === 'ja' ? (await table[name].ja()).ja : (await table[name].en()).en
  i18next.addResourceBundle(locale, name, texts)
}

const bring = async (locale: Locale, name: TextName): Promise<void> => {
  if (i18next.hasResourceBundle(locale, name)) return
  const key = `${locale}/${name}`
  const coming = onTheirWay.get(key) ?? fetchTexts(locale, name).finally(() => onTheirWay.delete(key))
  onTheirWay.set(key, coming)
  await coming
}

const missing = (locale: Locale): TextName[] => [...wanted].filter((name) => !i18next.hasResourceBundle(locale, name))

export const currentLanguage = (): Locale => (i18next.language === 'en' ? 'en' : 'ja')

/** Makes the texts of these domains available in the language that is shown. Throws when they do not come. */
export const loadTexts = async (names: readonly TextName[]): Promise<void> => {
  for (const name of names) wanted.add(name)
  const locale = currentLanguage()
  await Promise.all(names.map((name) => bring(locale, name)))
  // The language may have changed while they came.
  if (locale !== currentLanguage()) await loadTexts(names)
}

let changes = 0

/**
 * Shows everything in this language, at once, when all of its texts are there. Answers whether it holds: of two changes
 * the later does. Throws when the texts do not come; then all stays as it is.
 */
export const changeTexts = async (locale: Locale): Promise<boolean> => {
  changes += 1
  const mine = changes
  try {
    for (let names = missing(locale); names.length > 0; names = missing(locale))
      await Promise.all(names.map((name) => bring(locale, name)))
  } catch (error) {
    if (mine === changes) throw error
  }
  if (mine !== changes) return false
  document.documentElement.lang = locale
  if (i18next.language !== locale) void i18next.changeLanguage(locale)
  return true
}

/** Starts i18next in this language; `common` texts are there from the first paint. */
export const startI18n = async (texts: TextTable, locale: Locale): Promise<void> => {
  table = texts
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    supportedLngs: ['ja', 'en'],
    defaultNS: 'common',
    ns: [],
    resources: {},
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
    initAsync: false,
  })
  await loadTexts(['common'])
}
