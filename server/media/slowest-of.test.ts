import { expect, it } from 'vitest'
import { slowestOf } from './slowest-of.ts'

it.each([
  [
    'both are as far as the slower',
    [
      [0, 10],
      [1, 4],
      [1, 12],
    ],
    [0, 4, 10],
  ],
  [
    'who has ended holds nobody up',
    [
      [0, 10],
      [0, Infinity],
      [1, 4],
    ],
    [0, 0, 4],
  ],
  [
    'nothing is told once all have ended',
    [
      [0, Infinity],
      [1, Infinity],
    ],
    [0],
  ],
] as const)('%s', (_, steps, told) => {
  const seen: number[] = []
  const reached = slowestOf(2, (seconds) => seen.push(seconds))
  for (const [which, seconds] of steps) reached(which, seconds)
  expect(seen).toEqual(told)
})
