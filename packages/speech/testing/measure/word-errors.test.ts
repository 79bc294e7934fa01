import { expect, it } from 'vitest'
import { spokenWords, wordErrors } from './word-errors.ts'

it.each([
  ['a b c', 'a b c', 0, 0, 0],
  ['a b c', 'a x c', 1, 0, 0],
  ['a b c', 'a c', 0, 1, 0],
  ['a b c', 'a b b c', 0, 0, 1],
  ['a b c', '', 0, 3, 0],
  ['', 'a', 0, 0, 1],
])(
  '%j recognised as %j: %i wrong, %i missing, %i added',
  (reference, hypothesis, substitutions, deletions, insertions) => {
    expect(wordErrors(spokenWords(reference), spokenWords(hypothesis))).toMatchObject({
      substitutions,
      deletions,
      insertions,
    })
  },
)

it('ignores case and punctuation', () => {
  expect(spokenWords('It’s GOOD, for-evil.')).toEqual(["it's", 'good', 'for', 'evil'])
  expect(wordErrors(['a', 'b'], ['a']).rate).toBe(0.5)
})
