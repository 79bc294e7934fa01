import { expect, it } from 'vitest'
import { chooseLookup, type TextsWith } from './choose-lookup.ts'

/** Texts with the terms whose letters are given. */
function textsWith(letters: string, texts: number): TextsWith {
  return { terms: [...'abcd'].map((letter) => letters.includes(letter)), texts }
}

const VALUES = [8, 4, 2, 1]

it.each<[string, readonly TextsWith[], readonly string[], string | null]>([
  [
    'all terms, if their texts fit together',
    [textsWith('a', 10), textsWith('b', 10), textsWith('c', 10), textsWith('d', 10)],
    ['a', 'b', 'c', 'd'],
    null,
  ],
  [
    'a rare term, and the most valuable ones that fit',
    [textsWith('b', 40), textsWith('c', 50), textsWith('d', 900)],
    ['a', 'b', 'c'],
    'd',
  ],
  [
    'frequent terms together, where each of them has too many texts',
    [textsWith('a', 10), textsWith('b', 900), textsWith('c', 900), textsWith('d', 900), textsWith('bc', 60)],
    ['a', 'bc'],
    'b',
  ],
  ['the fewest terms that are worth as much', [textsWith('abcd', 60), textsWith('bcd', 200)], ['abcd'], 'bcd'],
  ['a rarer term alone, as long as its texts fit', [textsWith('ab', 20), textsWith('b', 900)], ['a', 'c', 'd'], 'b'],
  [
    'one term for all combinations with it',
    [textsWith('a', 10), textsWith('ab', 10), textsWith('abc', 10), textsWith('bcd', 900)],
    ['a'],
    'bcd',
  ],
  ['nothing, if even the best texts are too many', [textsWith('abcd', 900)], [], 'abcd'],
  ['rare terms, if a sample has none', [], ['a', 'b', 'c', 'd'], null],
])('looks up %s', (_, found, expected, next) => {
  const lettersOf = (set: readonly number[]) =>
    [...set]
      .sort()
      .map((index) => 'abcd'[index])
      .join('')
  const chosen = chooseLookup(VALUES, found, 100)
  expect(chosen.sets.map(lettersOf).toSorted()).toEqual([...expected].toSorted())
  expect(chosen.next && lettersOf(chosen.next)).toEqual(next)
})
