import { expect, it } from 'vitest'
import { formatClock, formatDateTime } from './dates.ts'

it.each([
  [new Date(2026, 10, 21, 7, 9), '2026/11/21 07:09'],
  [new Date(2026, 0, 2, 23, 59), '2026/01/02 23:59'],
  [null, '–'],
  ['yesterday', '–'],
])('UI-14 %s is %s', (instant, text) => {
  expect(formatDateTime(instant)).toBe(text)
})

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [754, '12:34'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})
