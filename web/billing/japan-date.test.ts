import { expect, it } from 'vitest'
import { japanDate, lastDayInJapan } from './japan-date.ts'

it.each([
  ['2026-11-30T14:59:59.999Z', '2026/11/30'],
  ['2026-11-30T15:00:00.000Z', '2026/12/01'],
  ['2026-12-31T15:00:00.000Z', '2027/01/01'],
  ['2028-02-28T15:00:00.000Z', '2028/02/29'],
])('%s is the day %s in Japan', (instant, day) => {
  expect(japanDate(instant)).toBe(day)
})

it('the last day of a period that ends with the month is the last of the month', () => {
  expect(lastDayInJapan('2026-11-30T15:00:00.000Z')).toBe('2026/11/30')
})
