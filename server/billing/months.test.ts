import { describe, expect, it } from 'vitest'
import { addMonths, cycleOf, monthInJapan, type Month } from './months.ts'

describe('months in Japan', () => {
  it.each([
    ['2026-11-20T03:00:00Z', '2026-11-01'],
    ['2026-11-30T14:59:59.999Z', '2026-11-01'],
    ['2026-11-30T15:00:00Z', '2026-12-01'],
    ['2026-12-31T15:00:00Z', '2027-01-01'],
    ['2028-02-29T14:59:59Z', '2028-02-01'],
    ['2028-02-29T15:00:00Z', '2028-03-01'],
  ])('%s is in %s', (instant, month) => {
    expect(monthInJapan(new Date(instant))).toBe(month)
  })

  it.each<[Month, number, Month]>([
    ['2026-11-01', 1, '2026-12-01'],
    ['2026-12-01', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-01'],
    ['2026-11-01', 12, '2027-11-01'],
    ['2026-11-01', -23, '2024-12-01'],
    ['2026-11-01', 0, '2026-11-01'],
  ])('%s plus %i months is %s', (month, count, sum) => {
    expect(addMonths(month, count)).toBe(sum)
  })

  it('begin and end at midnight in Japan', () => {
    expect(cycleOf('2026-12-01')).toEqual({
      start: new Date('2026-11-30T15:00:00Z'),
      end: new Date('2026-12-31T15:00:00Z'),
    })
  })

  it('contain every instant exactly once', () => {
    for (let hour = 0; hour < 24 * 400; hour += 7) {
      const instant = new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000)
      const { start, end } = cycleOf(monthInJapan(instant))
      expect(start.getTime() <= instant.getTime() && instant.getTime() < end.getTime()).toBe(true)
    }
  })
})
