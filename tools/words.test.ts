import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { templatesIn } from '../server/assistant/templates.ts'
import { texts as answerTexts } from '../server/assistant/texts.ts'
import { EXACT_TEXTS } from '../web/test/exact-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}

type Locale = 'ja' | 'en'
interface Tree {
  [key: string]: string | Tree
}
interface Text {
  /** File, and the key or line in it. */
  place: string
  locale: Locale
  text: string
}

/** The words of a table cell: each in backticks. */
function wordsOf(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? [])
}

const rows = (read('docs/glossary.md').split('\n## Words of texts\n')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(1, -1).split('|'))
const unused: Record<Locale, string[]> = {
  en: rows.flatMap(([, words = '']) => wordsOf(words)),
  ja: rows.flatMap(([, , , words = '']) => wordsOf(words)),
}

const exact = new Set(EXACT_TEXTS.map(([, , text]) => text))

/** Texts without what no reader sees: placeholders, targets of links, anchors, tags. */
function shown(text: string): string {
  return text
    .replaceAll(/\$\{[^}]*\}/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\{[#\w][\w: -]*\}/g, '{name}')
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\*\*/g, '')
}

function unusedWordsIn({ locale, text }: Pick<Text, 'locale' | 'text'>): string[] {
  if (exact.has(text)) return []
  const words = shown(text)
  return unused[locale].filter((word) =>
    locale === 'ja' ? words.includes(word) : new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, 'i').test(words),
  )
}

function flat(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : flat(value, `${path}.${key}`),
  )
}

const pageTexts = await Promise.all(
  globSync('web/**/texts.{ja,en}.ts', { cwd: root }).map(async (file) => {
    const texts = (await import(/* @vite-ignore */ pathToFileURL(`${root}${file}`).href)) as Partial<
      Record<Locale, Tree>
    >
    return (['ja', 'en'] as const).flatMap((locale) =>
      flat(texts[locale] ?? {}, file).map(([place, text]): Text => ({ place, locale, text })),
    )
  }),
)

/** Sentences in answers without a model, and the prepared questions. */
const assistantTexts = (['ja', 'en'] as const).flatMap((locale) => [
  ...flat(answerTexts[locale], 'server/assistant/texts.ts').map(([place, text]): Text => ({ place, locale, text })),
  ...templatesIn(locale).flatMap(({ name, question }) =>
    [name, question].map((text): Text => ({ place: 'server/assistant/templates.ts', locale, text })),
  ),
])

function linesOf(pattern: string, localeOf: (file: string) => Locale): Text[] {
  return globSync(pattern, { cwd: root }).flatMap((file) =>
    read(file)
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, locale: localeOf(file), text })),
  )
}

const HAS_JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u

/** String literals of a source that are sentences: with Japanese characters, or with a space. */
function literalsOf(file: string): Text[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(import|\/\/|\/?\*)/.test(line)
        ? []
        : [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`/g)].map(([, quoted, template]): Text => ({
            place: `${file}:${index + 1}`,
            locale: HAS_JAPANESE.test(quoted ?? template ?? '') ? 'ja' : 'en',
            text: quoted ?? template ?? '',
          })),
    )
    .filter(({ locale, text }) => locale === 'ja' || text.includes(' '))
}

const sources: [name: string, texts: Text[], least: number][] = [
  ['the pages', pageTexts.flat(), 1500],
  [
    'the mails',
    globSync('server/**/mails/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap(literalsOf),
    90,
  ],
  ['the assistant', assistantTexts, 55],
  ['the guide', linesOf('web/guide/{ja,en}/*.md', (file) => (file.includes('/ja/') ? 'ja' : 'en')), 500],
  ['the subtitles', linesOf('web/**/video/*.vtt', (file) => (file.endsWith('.ja.vtt') ? 'ja' : 'en')), 50],
  ['the scenes of the films', literalsOf('tools/intro/films.ts').filter(({ text }) => !text.startsWith('.')), 10],
]

describe('docs/glossary.md', () => {
  it('names unused words for each term', () => {
    expect(rows.length).toBeGreaterThan(15)
    for (const [english = '', words = '', japanese = '', japaneseWords = ''] of rows) {
      expect([japanese, wordsOf(words + japaneseWords).length > 0]).toEqual([japanese, true])
      expect([japanese.trim(), ...unusedWordsIn({ locale: 'ja', text: japanese.trim() })]).toEqual([japanese.trim()])
      expect([english.trim(), ...unusedWordsIn({ locale: 'en', text: english.trim() })]).toEqual([english.trim()])
    }
  })

  it.each([
    ['en', 'Create Projects', ['project']],
    ['en', 'Successfully created project', []],
    ['en', '{user} added “{item}” to “{project}”', []],
    ['en', 'See [folders](/projects)', []],
    ['en', 'This email', []],
    ['ja', '田中 さんを招待', [' さん']],
    ['ja', '{email} さんへの招待', ['{name} さん', ' さん']],
    ['ja', '前のブロックと結合', ['ブロック']],
    ['ja', '前の発話と結合', []],
  ] as const)('finds unused words: %s %j', (locale, text, words) => {
    expect(unusedWordsIn({ locale, text })).toEqual(words)
  })

  it.each(sources)('its unused words are not in %s', (_, texts, least) => {
    expect(texts.length).toBeGreaterThan(least)
    const found = texts.flatMap((text) => unusedWordsIn(text).map((word) => `${text.place}: ${word} in ${text.text}`))
    expect(found).toEqual([])
  })
})
