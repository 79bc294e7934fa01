import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grams, queryGrams } from './text-grams.ts'
import { normalise } from './normalise.ts'

it.each([
  ['', []],
  ['あ', ['あ']],
  ['ああ', ['あ', 'ああ']],
  ['議事録', ['議', '議事', '事', '事録', '録']],
  ['a😀', ['a', 'a😀', '😀']],
])('the grams of %j are %j', (text, expected) => expect(new Set(grams(text))).toEqual(new Set(expected)))

it.each([
  ['', []],
  ['録', ['録']],
  ['議事録', ['議事', '事録']],
  ['たたた', ['たた']],
])('a search for %j looks up %j', (query, expected) => expect(queryGrams(query)).toEqual(expected))

it('finds every text that contains the query', () => {
  const few = fc.string({ unit: fc.constantFrom('あ', 'ｱ', 'か', '\u3099', 'A', '１', '😀'), maxLength: 8 })
  fc.assert(
    fc.property(few, few, few, (before, query, after) => {
      const indexed = new Set(grams(normalise(before + query + after)))
      const text = normalise(before + query + after)
      if (!text.includes(normalise(query))) return
      for (const gram of queryGrams(normalise(query))) expect(indexed).toContain(gram)
    }),
  )
})
