import { expect, it } from 'vitest'
import { formatInstant } from './format.ts'

it.each([
  ['2026-11-30T15:00:00.000Z', '2026-12-01 00:00:00'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02 12:04:05'],
  [null, '–'],
  ['no time', '–'],
])('ADMIN-19 an instant is shown as YYYY-MM-DD HH:mm:ss in Japan: %s', (instant, shown) =>
  expect(formatInstant(instant)).toBe(shown),
)
