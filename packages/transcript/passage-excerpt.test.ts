import { expect, it } from 'vitest'
import { passageTime } from './passage-excerpt.ts'
import { term } from './test/factories.ts'

/** 来週 at 10 s, の without a time, 会議 at 12 s, です at 13 s. */
const terms = [term('来週', 0, 10, 11), term('会議', 3, 12, 13), term('です', 5, 13, 14)]

it.each([
  [0, 2, 10],
  [1, 2, 10],
  [1, 7, 10],
  [2, 5, 12],
  [2, 3, 9],
  [4, 6, 12],
  [5, 7, 13],
  [6, 8, 13],
  [7, 8, 9],
])('the passage from %i to %i starts at %i s', (start, end, time) => {
  expect(passageTime({ terms, start_time: 9 }, start, end)).toBe(time)
})

it('a passage of a block without timed words starts with its block', () => {
  expect(passageTime({ terms: [], start_time: 9 }, 0, 4)).toBe(9)
})
