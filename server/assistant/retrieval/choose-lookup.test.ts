import type { QueryTerm } from '@kaiwa/ranking/query-terms.ts'
import { expect, it } from 'vitest'
import { chooseLookup } from './choose-lookup.ts'

it.each([
  ['the rarest terms, as long as they fit', { 会議: 900, 見積: 40, 納期: 50 }, 100, ['見積', '納期']],
  ['one term, however frequent', { 会議: 900, 本日: 800 }, 100, ['本日']],
  ['all terms, if they fit together', { 会議: 30, 見積: 40 }, 100, ['会議', '見積']],
])('looks up %s', (_, frequencies, maxTexts, expected) => {
  const terms = Object.keys(frequencies).map((text): QueryTerm => ({ text, stem: null, weight: 1 }))
  const chosen = chooseLookup(terms, Object.values(frequencies), maxTexts)
  expect(chosen.map(({ text }) => text).toSorted()).toEqual(expected.toSorted())
})
