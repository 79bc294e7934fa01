import { expect, it } from 'vitest'
import { minProgress } from './make-playable.ts'

it.each([
  [
    'reports the slower worker',
    [
      [0, 10],
      [1, 4],
      [1, 12],
    ],
    [0, 4, 10],
  ],
  [
    'ignores a finished worker',
    [
      [0, 10],
      [0, Infinity],
      [1, 4],
    ],
    [0, 0, 4],
  ],
  [
    'reports nothing after all have finished',
    [
      [0, Infinity],
      [1, Infinity],
    ],
    [0],
  ],
] as const)('%s', (_, steps, reported) => {
  const seen: number[] = []
  const reached = minProgress(2, (seconds) => seen.push(seconds))
  for (const [which, seconds] of steps) reached(which, seconds)
  expect(seen).toEqual(reported)
})
