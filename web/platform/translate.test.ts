// Compares our translations with those of the library, for every text of the app in both languages.
import { createRequire } from 'node:module'
import type { i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEXTS } from '../texts.ts'
import ours, { addTexts, onLanguageChange, setLanguage, startTexts } from './translate.ts'
import type { Options } from './translate.ts'

// Not by `import`, which the tests resolve to our module.
const library = (createRequire(import.meta.url)('i18next') as i18n).createInstance()

interface Texts {
  readonly [key: string]: string | Texts
}

function pathsOf(texts: Texts, start = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [start + key] : pathsOf(value, `${start}${key}.`),
  )
}

const domains = await Promise.all(
  Object.entries(TEXTS).map(async ([name, { ja, en }]) => ({ name, ja: (await ja()).ja, en: (await en()).en })),
)

/** Formats numbers as `{value, number}` does, which our texts do not say at each number. */
const formatter = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _: unknown, language: string) =>
    // oxlint-disable-next-line
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value as string),
} as const

beforeAll(async () => {
  await library.use(formatter).init({
    lng: 'ja',
    fallbackLng: false,
    defaultNS: 'common',
    resources: {
      ja: Object.fromEntries(domains.map(({ name, ja }) => [name, ja])),
      en: Object.fromEntries(domains.map(({ name, en }) => [name, en])),
    },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
  })
  startTexts('ja')
  for (const { name, ja, en } of domains) {
    addTexts('ja', name, ja)
    addTexts('en', name, en)
  }
})

/** Values of every placeholder in the texts, with characters that have a meaning in a text or a pattern. */
const VALUES: Options = Object.fromEntries(
  [...new Set(JSON.stringify(domains).match(/(?<=\{)\w+(?=\})/g))].map((name) => [
    name,
    `${name} {name} $& $t(failed) <b>`,
  ]),
)

async function use(language: 'ja' | 'en') {
  setLanguage(language)
  await library.changeLanguage(language)
}

describe.each(['ja', 'en'] as const)('translations in %s', (language) => {
  it.each(domains)('are those of the library in $name', async ({ name, ...texts }) => {
    await use(language)
    const t = ours.getFixedT(null, name)
    const theirs = library.getFixedT(null, name as 'common') as typeof t
    for (const path of pathsOf(texts[language])) {
      for (const options of [{}, VALUES, { ...VALUES, count: 0 }, { ...VALUES, count: 1 }, { ...VALUES, count: 1234 }])
        expect([path, t(path, options)]).toEqual([path, theirs(path, options)])
      // The key of a text with plural forms.
      const stem = path.replace(/_(?:one|other)$/, '')
      expect([stem, t(stem, { count: 1 }), t(stem, { count: 2 })]).toEqual([
        stem,
        theirs(stem, { count: 1 }),
        theirs(stem, { count: 2 }),
      ])
    }
  })

  it.each<[string, string | string[], Options]>([
    ['a key with its namespace', 'workspace:undo', {}],
    ['a namespace as option', 'failed', { ns: 'uploads' }],
    ['the first of several keys that exists', ['errors.NONE', 'errors.E_NOT_FOUND', 'failed'], {}],
    ['the default value', ['errors.NONE', 'errors.OTHER'], { defaultValue: 'Failed: {code}', code: 7 }],
    ['the last key, without default value', ['errors.NONE', 'errors.OTHER'], {}],
    ['a key of a method of objects', 'errors.toString', {}],
    ['a missing namespace', 'nowhere:failed', {}],
    ['a value that is not defined', 'required', { label: undefined }],
    ['a value that is null', 'required', { label: null }],
    ['a missing value', 'required', {}],
  ])('resolve %s as the library does', async (_, keys, options) => {
    await use(language)
    expect(ours.t(keys, options)).toBe(library.t(keys as 'failed', options))
  })

  it('tell whether a key exists', async () => {
    await use(language)
    for (const key of ['failed', 'workspace:undo', 'errors.NONE', 'errors.toString', 'nowhere:failed'])
      expect([key, ours.exists(key)]).toEqual([key, library.exists(key)])
  })
})

it.each([
  ['ja', '残り1,000回', 1000],
  ['en', '1,234,567 left', 1_234_567],
  ['en', '0.5 left', 0.5],
  ['ja', '残り2030回', '2030'],
])('in %s groups the digits of numbers, and leaves strings as they are: %s', (language, expected, count) => {
  setLanguage(language)
  const defaultValue = language === 'ja' ? '残り{left}回' : '{left} left'
  expect(ours.t('errors.NONE', { defaultValue, left: count })).toBe(expected)
})

it('reports a change of the language until it is told not to', () => {
  const seen: string[] = []
  const report = () => seen.push(ours.language)
  ours.on('languageChanged', report)
  const stop = onLanguageChange(() => seen.push(`also ${ours.language}`))
  setLanguage('en')
  ours.off('languageChanged', report)
  setLanguage('ja')
  stop()
  setLanguage('en')
  expect(seen).toEqual(['en', 'also en', 'also ja'])
})
