import { expect, it } from 'vitest'
import { wordsOfTokens } from './words-of-tokens.ts'

function texts(tokens: string[]) {
  return wordsOfTokens({ tokens, timestamps: tokens.map((_, n) => n * 0.2) }, 10).map((word) => word.text)
}

it.each([
  [
    [' good', ' mor', 'ning', '.'],
    ['good', 'morning.'],
  ],
  [
    ['▁good', '▁morning'],
    ['good', 'morning'],
  ],
  [
    ['本', '日', 'は', '、', 'お', '忙', 'しい', '。'],
    ['本', '日', 'は、', 'お', '忙', 'しい。'],
  ],
  [
    ['月', 'に', '6', '0', '件'],
    ['月', 'に', '60', '件'],
  ],
  [
    ['<|ja|>', '会', '議'],
    ['会', '議'],
  ],
  [
    ['コ', 'ー', 'ド'],
    ['コ', 'ー', 'ド'],
  ],
  [[], []],
])('joins %j into %j', (tokens, words) => expect(texts(tokens)).toEqual(words))

it('ends a word at the next token, after its duration, or after the maximum', () => {
  const tokens = ['会', '議', '室']
  expect(wordsOfTokens({ tokens, timestamps: [0, 0.1, 2] }, 10).map((word) => word.end)).toEqual([0.1, 0.5, 2.4])
  expect(
    wordsOfTokens({ tokens, timestamps: [0, 0.1, 2], durations: [0.08, 0.3, 0.2] }, 2.1).map((word) => word.end),
  ).toEqual([0.08, 0.4, 2.1])
})

it('the confidence of a word is the average over its tokens', () => {
  const [word] = wordsOfTokens(
    { tokens: [' mor', 'ning'], timestamps: [0, 0.2], logProbabilities: [Math.log(0.9), Math.log(0.5)] },
    1,
  )
  expect(word?.confidence).toBeCloseTo(0.7)
})
