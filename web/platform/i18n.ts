// Texts live beside what they name, one `texts.ts` per domain, and come with the route that shows them. A namespace is a
// domain: `useTranslation('workspace')`. Gaps are written as in the specification: 'Please enter {label}'.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { firstLanguage } from './language.ts'

export type TextModule = { ja: object; en: object }

/** Makes a domain's texts available in both languages. */
export const addTexts = (namespace: string, { ja, en }: TextModule): void => {
  if (i18next.hasResourceBundle('ja', namespace)) return
  i18next.addResourceBundle('ja', namespace, ja)
  i18next.addResourceBundle('en', namespace, en)
}

/** Starts i18next; `common` texts are there from the first paint. */
export const startI18n = async (common: TextModule): Promise<void> => {
  const language = firstLanguage()
  document.documentElement.lang = language
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: ['ja', 'en'],
    defaultNS: 'common',
    ns: [],
    resources: { ja: { common: common.ja }, en: { common: common.en } },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
    initAsync: false,
  })
}
