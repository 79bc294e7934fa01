// Dates of spoken and written Japanese and English, relative to the day of the conversation: 令和8年3月末, 来年の4月1日,
// 3/15, March 15th, next Friday. Only what names one day counts: "in March" does not.
import { addDays, addMonths, type Day, dayOf, lastOfMonth, msOfDay, weekday } from './days.ts'
import { foldWidth } from './fold.ts'
import { readKanjiNumber } from './numbers.ts'

export interface FoundDate {
  start: number
  end: number
  day: Day
}

type Groups = Record<string, string | undefined>

const ERAS: Readonly<Record<string, number>> = { 令和: 2018, r: 2018, 平成: 1988, h: 1988, 昭和: 1925 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?<monthName>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WEEKDAY = '(?<weekday>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\b'
const N = String.raw`(?:\d{1,2}|[一二三四五六七八九十]{1,3})`

/** Days before the conversation that a date without a year may name: later ones are in the next year. */
const PAST_DAYS = 60

/** A month and day without a year: the next one, or one that has just been. */
function nearest(month: number, dayOfMonth: number | null, on: Day): Day | null {
  for (const year of [on.year - 1, on.year, on.year + 1, on.year + 2]) {
    const day = dayOf(year, month, dayOfMonth ?? lastOfMonth(year, month))
    if (day && msOfDay(day) >= msOfDay(addDays(on, -PAST_DAYS))) return day
  }
  return null
}

function numberOf(text: string | undefined): number {
  return text === undefined ? Number.NaN : (readKanjiNumber(text) ?? Number.NaN)
}

/** The year that a text names; undefined if it names none. */
function yearOf({ era, eraYear, year, relativeYear }: Groups, on: Day): number | undefined {
  if (era !== undefined) return (ERAS[era] ?? Number.NaN) + (eraYear === '元' ? 1 : numberOf(eraYear))
  if (year !== undefined) {
    const read = numberOf(year)
    return year.length === 2 && read < 100 ? 2000 + read : read
  }
  if (relativeYear === undefined) return undefined
  if (/再来年/.test(relativeYear)) return on.year + 2
  if (/来年|翌年|next/.test(relativeYear)) return on.year + 1
  return /昨年|去年|last/.test(relativeYear) ? on.year - 1 : on.year
}

function monthDay(groups: Groups, on: Day): Day | null {
  const { month, monthName, day, end } = groups
  const number = monthName === undefined ? numberOf(month) : MONTHS.indexOf(monthName.slice(0, 3)) + 1
  if (!(number >= 1 && number <= 12)) return null
  const year = yearOf(groups, on)
  const dayOfMonth = end === undefined ? numberOf(day) : null
  if (year === undefined) return nearest(number, dayOfMonth, on)
  return dayOf(year, number, dayOfMonth ?? lastOfMonth(year, number))
}

function relativeMonth({ relativeMonth: name, day, end, start }: Groups, on: Day): Day | null {
  const months = /再来月/.test(name!) ? 2 : /来月|翌月|next/.test(name!) ? 1 : 0
  const { year, month } = addMonths({ ...on, day: 1 }, months)
  if (end !== undefined) return dayOf(year, month, lastOfMonth(year, month))
  return dayOf(year, month, start === undefined ? numberOf(day) : 1)
}

const JA_WEEKDAYS = '月火水木金土日'

function relativeWeek({ week, jaWeekday, weekday: name, which }: Groups, on: Day): Day | null {
  const target = jaWeekday === undefined ? WEEKDAYS.indexOf(name!.slice(0, 3)) : JA_WEEKDAYS.indexOf(jaWeekday)
  const monday = addDays(on, -weekday(on))
  if (week !== undefined) return addDays(monday, target + (/再来週/.test(week) ? 14 : /来週|翌週/.test(week) ? 7 : 0))
  if (which === 'next' || which === 'next week') return addDays(monday, target + 7)
  const day = addDays(monday, target)
  return which === 'this' || msOfDay(day) >= msOfDay(on) ? day : addDays(day, 7)
}

const OFFSETS: Readonly<Record<string, number>> = {
  今日: 0,
  本日: 0,
  明日: 1,
  翌日: 1,
  明後日: 2,
  today: 0,
  tomorrow: 1,
  'the day after tomorrow': 2,
}

const EN_COUNTS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }

function later({ count, span }: Groups, on: Day): Day | null {
  const number = EN_COUNTS[count!] ?? numberOf(count)
  if (!(number >= 0)) return null
  if (/^(?:週|week)/.test(span!)) return addDays(on, number * 7)
  if (/^(?:日|day)/.test(span!)) return addDays(on, number)
  return addMonths(on, number)
}

interface Pattern {
  expression: RegExp
  read: (groups: Groups, on: Day) => Day | null
}

function pattern(source: string, read: Pattern['read']): Pattern {
  return { expression: new RegExp(source, 'gu'), read }
}

const JA_YEAR = String.raw`(?:(?:(?<era>令和|平成|昭和)(?<eraYear>元|\d{1,2}|[一二三四五六七八九十]{1,3})年|(?<year>\d{4}|[一二〇零][〇零一二三四五六七八九]{3})年|(?<relativeYear>再来年|来年|翌年|今年|本年|昨年|去年)(?:の)?)\s?の?)?`
const EN_YEAR = String.raw`(?:,? (?:of )?(?:(?<year>\d{4})|(?<relativeYear>next year|this year|last year)))?`
const EN_DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`

/** A pattern before another one has the longer text. */
const PATTERNS: readonly Pattern[] = [
  pattern(String.raw`(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)`, monthDay),
  pattern(
    String.raw`(?<![a-z\d])(?<era>[rh])(?<eraYear>\d{1,2})[./](?<month>\d{1,2})[./](?<day>\d{1,2})(?!\d)`,
    monthDay,
  ),
  pattern(String.raw`(?<!\d)${JA_YEAR}(?<month>${N})月の?(?:(?<day>${N})日|(?<end>末日?))`, monthDay),
  pattern(
    String.raw`(?<relativeMonth>再来月|来月|翌月|今月|当月)の?(?:(?<day>${N})日|(?<end>末日?)|(?<start>頭))`,
    relativeMonth,
  ),
  pattern(
    String.raw`(?<week>再来週|来週|翌週|今週)の?(?<jaWeekday>[月火水木金土日])(?:曜日?|(?!\p{Script=Han}))`,
    relativeWeek,
  ),
  pattern(String.raw`(?:年末|大晦日)(?!年始|調整)`, (_, on) => ({ year: on.year, month: 12, day: 31 })),
  pattern(`(?:今)?年度末`, (_, on) => ({ year: on.month > 3 ? on.year + 1 : on.year, month: 3, day: 31 })),
  pattern(String.raw`(?<count>${N})(?<span>日|週間|[ヶケかカ]月)後`, later),
  pattern(String.raw`明後日|明日|本日|今日|翌日|the day after tomorrow|\btomorrow\b|\btoday\b`, () => null),
  pattern(String.raw`\b(?:the )?(?<end>end of|last day of) (?:the month of )?${MONTH}${EN_YEAR}`, monthDay),
  pattern(String.raw`\b(?<end>end of|last day of) (?<relativeMonth>(?:the|this|next) month)\b`, relativeMonth),
  pattern(String.raw`\b(?<relativeMonth>(?:this|next) month) on the (?<day>\d{1,2})(?:st|nd|rd|th)`, relativeMonth),
  pattern(
    String.raw`\b(?:the )?(?<end>end of|year[- ]end|last day of)(?: the| this| of the)?(?: calendar)? ?year\b|\byear[- ]end\b`,
    (_, on) => ({
      year: on.year,
      month: 12,
      day: 31,
    }),
  ),
  pattern(String.raw`\b${MONTH} (?:the )?${EN_DAY}(?!\d|:)${EN_YEAR}`, monthDay),
  pattern(String.raw`\b(?:the )?${EN_DAY} (?:of )?${MONTH}${EN_YEAR}`, monthDay),
  pattern(String.raw`(?<![\d/])(?<month>\d{1,2})/(?<day>\d{1,2})(?:/(?<year>\d{4}|\d{2}))?(?![\d/])`, (groups, on) => {
    // 15/3 is a day before its month.
    const { month, day } = groups
    return Number(month) > 12 ? monthDay({ ...groups, month: day, day: month }, on) : monthDay(groups, on)
  }),
  pattern(String.raw`\b(?:(?<which>next|this|coming|on) )?${WEEKDAY}(?<of> (?:of )?next week)?`, (groups, on) =>
    relativeWeek(groups['of'] === undefined ? groups : { ...groups, which: 'next week' }, on),
  ),
  pattern(String.raw`\bin (?<count>a|one|two|three|four|five|six|\d{1,2}) (?<span>day|week|month)s?\b`, later),
  pattern(
    String.raw`\b(?<count>a|one|two|three|four|five|six|\d{1,2}) (?<span>day|week|month)s? from (?:now|today)\b`,
    later,
  ),
]

/** All days that a text names, in order. `on`: the day of the conversation. */
export function findDates(original: string, on: Day): FoundDate[] {
  const text = foldWidth(original)
  const found: FoundDate[] = []
  for (const { expression, read } of PATTERNS)
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some((one) => one.start < end && start < one.end)) continue
      const offset = OFFSETS[match[0]]
      const day = offset === undefined ? read(match.groups ?? {}, on) : addDays(on, offset)
      if (day) found.push({ start, end, day })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

const AROUND_BEFORE = /^(?:by|on|until|before|the|around|約|\s)*$/
const AROUND_AFTER = /^(?:\s|ごろ|頃|まで(?:に)?|に|です|[(（][月火水木金土日](?:曜日?)?[)）]|[。.])*$/

/** The day that a whole text names; null if it says something else. `rest` is what follows it, as a time. */
export function readDate(original: string, on: Day): { day: Day; rest: string } | null {
  const text = foldWidth(original.trim())
  const [first] = findDates(text, on)
  if (!first || !AROUND_BEFORE.test(text.slice(0, first.start))) return null
  return { day: first.day, rest: text.slice(first.end) }
}

export function isEmptyRest(rest: string): boolean {
  return AROUND_AFTER.test(rest)
}
