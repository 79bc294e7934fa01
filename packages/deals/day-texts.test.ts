// Days that texts name, and numbers and words that are no days.
import { describe, expect, it } from 'vitest'
import { checkValue } from './check-value.ts'
import { findDates } from './dates.ts'
import { type Day, textOfDay } from './days.ts'

/** A Tuesday. */
const ON: Day = { year: 2026, month: 1, day: 20 }

function days(text: string, on = ON): string[] {
  return findDates(text, on).map(({ day }) => textOfDay(day))
}

describe('the end of a year', () => {
  it.each([
    ['年末', '2026-12-31'],
    ['今年末', '2026-12-31'],
    ['来年末', '2027-12-31'],
    ['来年の年末までに', '2027-12-31'],
    ['再来年末', '2028-12-31'],
    ['2027年末', '2027-12-31'],
    ['２０２７年の年末', '2027-12-31'],
    ['令和9年末', '2027-12-31'],
    ['来年の大晦日', '2027-12-31'],
    ['年度末', '2026-03-31'],
    ['今年度末', '2026-03-31'],
    ['来年度末', '2027-03-31'],
    ['2027年度末', '2028-03-31'],
    ['令和8年度の年度末', '2027-03-31'],
    ['2027年12月末', '2027-12-31'],
    ['year-end 2027', '2027-12-31'],
    ['by year end', '2026-12-31'],
    ['2027 year-end', '2027-12-31'],
    ['the end of 2027', '2027-12-31'],
    ['the end of the year', '2026-12-31'],
    ['end of the year 2027', '2027-12-31'],
    ['the end of next year', '2027-12-31'],
  ])('%j is %j', (text, day) => expect(days(text)).toEqual([day]))

  it.each([
    '年末年始',
    '年末調整',
    '毎年末',
    '翌々年末',
    '毎年度末',
    'fiscal year-end',
    'last year-end',
    'end of year 3',
  ])('%j is no day', (text) => expect(days(text)).toEqual([]))
})

describe('fiscal years begin in April', () => {
  it.each<[Day, string, string]>([
    [ON, '来年度の4月1日', '2026-04-01'],
    [{ year: 2026, month: 4, day: 10 }, '来年度の4月1日', '2027-04-01'],
    [{ year: 2026, month: 5, day: 20 }, '来年度の4月1日', '2027-04-01'],
    [{ year: 2026, month: 5, day: 20 }, '今年度の3月末', '2027-03-31'],
    [{ year: 2026, month: 5, day: 20 }, '来年度末', '2028-03-31'],
    [ON, '2027年度の2月1日', '2028-02-01'],
    [ON, '来年、4月1日', '2027-04-01'],
    [ON, '来年は4月1日', '2027-04-01'],
  ])('%o %j is %j', (on, text, day) => expect(days(text, on)).toEqual([day]))
})

describe('a day', () => {
  it.each([
    ['120日後', '2026-05-20'],
    ['十日後', '2026-01-30'],
    ['next Sat', '2026-01-31'],
    ['Friday, March 13', '2026-03-13'],
    ['on Monday', '2026-01-26'],
    ['postpone it to next Friday', '2026-01-30'],
    ['in May 20th', '2026-05-20'],
    ['May 20 at noon', '2026-05-20'],
    ['20 May', '2026-05-20'],
    ['20 May is fine', '2026-05-20'],
    ['March 15, 2026', '2026-03-15'],
  ])('%j is %j', (text, day) => expect(days(text)).toEqual([day]))

  it.each([
    '百二十日後',
    '1120日後',
    '2、3日後',
    '2〜3日後',
    '2日か3日後',
    '数日後',
    '1、2月末',
    '3月15日か16日',
    '24/7',
    '1/3 of the team',
    'Friday the 13th',
    'We sat down.',
    'They wed in the sun.',
    'every Monday',
    'last Monday',
    'Monday to Friday',
    'Monday-Friday',
    'in May 20 people',
    'May 20 people',
    'in May 1,000 users',
    'in May 1 of us',
    '20 may need a licence',
    '1.5 March',
  ])('%j is none', (text) => expect(days(text)).toEqual([]))
})

describe('impossible days', () => {
  it.each(['2026-02-30T00:00Z', '2026-02-29T10:00:00+09:00', '2026-13-01T00:00Z', '2026-01-01T25:00Z'])(
    '%j is incorrect',
    (text) =>
      expect(
        checkValue(
          {
            name: 'p',
            label: 'p',
            description: '',
            type: 'datetime',
            fieldType: 'text',
            options: [],
            isCurrency: false,
          },
          { timeZone: 'UTC', currency: null },
          text,
          ON,
        ),
      ).toEqual({ problem: 'incorrect' }),
  )
})
