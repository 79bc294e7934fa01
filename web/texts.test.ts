import { describe, expect, it } from 'vitest'
import i18next, { addTexts, setLanguage } from './platform/translate.ts'
import { EXACT_TEXTS } from './test/exact-texts.ts'
import { TEXTS } from './texts.ts'

interface Tree {
  [key: string]: string | Tree
}

function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
}

function gaps(text: string): string {
  return [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join(' ')
}

const domains = await Promise.all(
  Object.entries(TEXTS).map(async ([name, { ja, en }]) => ({
    name,
    japanese: flat((await ja()).ja),
    english: new Map(flat((await en()).en)),
  })),
)

describe.each(domains)('texts of $name', ({ japanese, english }) => {
  it('UI-02 exist in both languages', () => {
    expect([...english.keys()]).toEqual(japanese.map(([key]) => key))
    for (const [key, text] of japanese)
      expect([key, text.trim() !== '', english.get(key)?.trim() !== '']).toEqual([key, true, true])
  })

  it('have the same placeholders in both languages', () => {
    expect(japanese.map(([key, text]) => `${key}: ${gaps(text)}`)).toEqual(
      [...english].map(([key, text]) => `${key}: ${gaps(text)}`),
    )
  })
})

it('English has no full-width spaces and punctuation', () => {
  const texts = domains.flatMap(({ english }) => [...english.values()])
  expect(texts.filter((text) => /[\u{3000}-\u{303F}\u{FF01}-\u{FF5E}]/u.test(text))).toEqual([])
})

const en = Object.fromEntries(
  domains.flatMap(({ name, english }) => [...english].map(([key, text]) => [`${name}.${key}`, text])),
)

describe('the exact English texts of the specification', () => {
  it.each(EXACT_TEXTS)('%s %s', (_, key, text) => {
    expect(en[key]).toBe(text)
  })
})

it.each([
  ['workspace', 'deleteRowsTitle', 'Delete the 1 selected item?', 'Delete the 2 selected items?'],
  ['comments', 'showReplies', 'Show 1 more reply', 'Show 2 more replies'],
  ['comments', 'hideReplies', 'Hide 1 reply', 'Hide 2 replies'],
  ['comments', 'charactersLeft', '1 character left', '2 characters left'],
  ['comments', 'overLimit', '1 character too many', '2 characters too many'],
  ['assistant', 'overLimit', '1 character too many', '2 characters too many'],
  ['assistant', 'left', '1 character left', '2 characters left'],
  ['assistant', 'scope.files', '1 file', '2 files'],
  ['assistant', 'scope.speakers', '1 speaker', '2 speakers'],
  ['reports', 'rowCount', '1 row', '2 rows'],
  ['reports', 'progress', '1 of 1 row', '2 of 2 rows'],
] as const)('one is singular in English: %s:%s', async (name, key, one, two) => {
  addTexts('en', name, (await TEXTS[name].en()).en)
  setLanguage('en')
  expect(
    [1, 2].map((count) => i18next.t(`${name}:${key}`, { count, number: count, done: count, total: count })),
  ).toEqual([one, two])
})
