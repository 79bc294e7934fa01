import { expect, it } from 'vitest'
import { SPEEDS, toSpeed } from './speeds.ts'

it.each([
  [1, 1],
  [1.15, 1.15],
  [1.15 + 0.05, 1.2],
  [1.13, 1.15],
  [0.5, 0.5],
  [0.1, 0.5],
  [-2, 0.5],
  [3, 3],
  [16, 3],
  [Number.NaN, 1],
  [Infinity, 1],
])('%d is played at %d', (rate, speed) => expect(toSpeed(rate)).toBe(speed))

it('PLAY-05 the four speeds are speeds', () => expect(SPEEDS.map(toSpeed)).toEqual([...SPEEDS]))
