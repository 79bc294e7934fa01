import { describe, expect, it } from 'vitest'
import type { PaymentType } from './contract.ts'
import { addBusinessDays, dueDate, mailDeadline } from './due-dates.ts'
import { addMonths, dayInJapan, type Day, daysIn, lastDayOf, type Month, monthInJapan, startOfDay } from './days.ts'
import { taxOf, totalsOf } from './tax.ts'

describe('days in Japan', () => {
  it.each<[string, Day]>([
    ['2026-12-31T14:59:59.999Z', '2026-12-31'],
    ['2026-12-31T15:00:00Z', '2027-01-01'],
    ['2028-02-28T15:00:00Z', '2028-02-29'],
  ])('%s is %s', (instant, day) => {
    expect(dayInJapan(new Date(instant))).toBe(day)
    expect(monthInJapan(new Date(instant))).toBe(`${day.slice(0, 8)}01`)
  })

  it('months have their days', () => {
    expect((['2027-02-01', '2028-02-01', '2100-02-01', '2026-12-01'] as const).map(daysIn)).toEqual([28, 29, 28, 31])
    for (let month: Month = '1999-11-01'; month < '2104-04-01'; month = addMonths(month, 1)) {
      const [year = 0, number = 0] = month.split('-').map(Number)
      expect(lastDayOf(month)).toBe(new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10))
      expect(addMonths(addMonths(month, 12), -12)).toBe(month)
    }
    expect(lastDayOf('2028-02-01')).toBe('2028-02-29')
    expect(startOfDay('2027-01-01').toISOString()).toBe('2026-12-31T15:00:00.000Z')
  })
})

describe('due dates', () => {
  it.each<[PaymentType, Month, Day, Day]>([
    ['monthly', '2026-11-01', '2026-12-01', '2026-12-31'],
    ['monthly', '2026-12-01', '2027-01-01', '2027-01-31'],
    ['yearly', '2028-01-01', '2028-02-01', '2028-02-29'],
    ['credit_card', '2026-12-01', '2027-01-01', '2027-01-01'],
    ['monthly', '2026-11-01', '2027-01-10', '2027-01-31'],
    ['credit_card', '2026-11-01', '2026-12-10', '2026-12-10'],
  ])('%s of %s, issued on %s, is due on %s', (paymentType, month, issued, due) => {
    expect(dueDate(paymentType, month, issued)).toBe(due)
  })

  it('business days skip weekends and holidays', () => {
    const isHoliday = (day: Day) => ['2027-01-01', '2027-01-11', '2026-11-23'].includes(day)
    expect(mailDeadline('2026-12-01', isHoliday)).toBe('2027-01-05')
    expect(mailDeadline('2026-10-01', isHoliday)).toBe('2026-11-03')
    expect(addBusinessDays('2026-11-20', 1, isHoliday)).toBe('2026-11-24')
  })
})

describe('tax', () => {
  it('is rounded down once per rate, towards zero', () => {
    expect([0, 9, 10, 19, 10_005, -10_005, -9].map((base) => taxOf(base, 10))).toEqual([0, 0, 1, 1, 1_000, -1_000, 0])
    const lines = [5, 5, 5].map((amount) => ({ amount, taxPercent: 10 }))
    expect(totalsOf(lines)).toEqual({ subtotal: 15, tax: 1, total: 16, rates: [{ percent: 10, base: 15, tax: 1 }] })
    expect(totalsOf([...lines, { amount: 99, taxPercent: 8 }])).toMatchObject({ subtotal: 114, tax: 8, total: 122 })
  })
})
