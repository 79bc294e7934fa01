import { expect, it } from 'vitest'
import { markPosition, sentimentTone } from './timeline.ts'

it.each([
  ['negative', 'negative'],
  ['neutral', 'positive'],
  ['positive', 'positive'],
  [null, null],
] as const)('PLAY-14 %s is shown as %s', (sign, tone) => expect(sentimentTone(sign)).toBe(tone))

it.each([
  [0, 120, 0],
  [30, 120, 25],
  [121, 120, 100],
])('PLAY-13 a section at %d s of %d s is marked at %d %%', (time, duration, place) =>
  expect(markPosition(time, duration)).toBe(place),
)
