import { describe, expect, it } from 'vitest'
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

const en = Object.fromEntries(
  domains.flatMap(({ name, english }) => [...english].map(([key, text]) => [`${name}.${key}`, text])),
)

describe('the exact English texts of the specification', () => {
  it.each(EXACT_TEXTS)('%s %s', (_, key, text) => {
    expect(en[key]).toBe(text)
  })
})
