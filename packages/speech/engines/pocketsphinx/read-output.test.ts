import { expect, it } from 'vitest'
import { readPosterior, readSegmentation, spoken } from './read-output.ts'

it('parses words with times from a segmentation line', () => {
  const line =
    's1 S 0 T -376 A -334 L -420 0 -400384 0 <s> 8 -461824 -524288 <sil> 29 -1701888 -242 and(2) 69 -1084416 -322 all 98 -5 -85 </s> 120'
  expect(readSegmentation(line)).toEqual({
    id: 's1',
    words: [
      { text: 'and', start: 0.29, end: 0.69, confidence: 0 },
      { text: 'all', start: 0.69, end: 0.98, confidence: 0 },
    ],
  })
})

it.each([
  ['a line that is not a segmentation', 'ERROR: something', undefined],
  ['a line with silence only', 's2 S 0 T -14 A -14 L -642 0 -38 0 <s> 58 -51 -93 </s> 99', { id: 's2', words: [] }],
])('parses %s', (_name, line, expected) => expect(readSegmentation(line)).toEqual(expected))

it('parses posteriors and clamps them to 0 to 1', () => {
  expect(readPosterior('s1 1 0.29 0.39 and 0.975')).toEqual({ id: 's1', start: 0.29, confidence: 0.975 })
  expect(readPosterior('s1 1 0.29 0.39 and 1.0001')?.confidence).toBe(1)
  expect(readPosterior('s1 S 0 T')).toBeUndefined()
})

it.each([
  ['<s>', undefined],
  ['<sil>', undefined],
  ['[NOISE]', undefined],
  ['++BREATH++', undefined],
  ['was(2)', 'was'],
  ["it's", "it's"],
])('reads %s as %s', (entry, word) => expect(spoken(entry)).toBe(word))
