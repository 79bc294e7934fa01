import { expect, it } from 'vitest'
import { chargedMinutes, exceedsMinutes } from './minutes.ts'

it.each([
  [-1, 0],
  [0, 0],
  [0.0008, 1],
  [0.4, 1],
  [1, 1],
  [59.9, 1],
  [60, 1],
  [60.9, 1],
  [61, 2],
  [119.999, 2],
  [120.5, 2],
  [360, 6],
  [360.0008, 6],
  [360.999, 6],
  [361, 7],
  [43_200.0008, 720],
])('a recording of %s s costs %s minutes', (seconds, minutes) => expect(chargedMinutes(seconds)).toBe(minutes))

it.each([
  [43_199, false],
  [43_200, false],
  [43_200.999, false],
  [43_201, true],
  // The browser sends minutes as a fraction.
  [(43_200.0008 / 60) * 60, false],
])('with a limit of 720 minutes, %s s is too long: %s', (seconds, isTooLong) =>
  expect(exceedsMinutes(seconds, 720)).toBe(isTooLong),
)
