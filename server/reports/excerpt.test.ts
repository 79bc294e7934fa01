import { expect, it } from 'vitest'
import { excerptAround } from './excerpt.ts'

it.each([
  ['a short text as a whole', '短い文', 0, 4, '短い文'],
  ['the beginning', '0123456789', 0, 4, '0123…'],
  ['the place with a quarter before it', '0123456789', 5, 4, '…4567…'],
  ['the end', '0123456789', 9, 4, '…6789'],
  ['no half of a surrogate pair at the end', '012😀456789', 0, 4, '012…'],
  ['no half of a surrogate pair at the beginning', '012😀456789', 5, 4, '…456…'],
])('returns %s', (_what, text, start, max, expected) => {
  const { text: cut, from, to, lead } = excerptAround(text, { start, max })
  expect(cut).toBe(expected)
  expect(text.slice(from, to)).toBe(cut.slice(lead, lead + to - from))
})
