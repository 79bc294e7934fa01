// Dates of spoken and written Japanese and English, relative to the day of the conversation: 令和8年3月末, 来年の4月1日,
// 3/15, March 15th, next Friday. Only what names one day counts: "in March" does not.
import { addDays, addMonths, type Day, dayOf, lastOfMonth, msOfDay, weekday } from './days.ts'
import { foldWidth } from './fold.ts'
import { readKanjiNumber } from './numbers.ts'
import { ORDINAL, readOrdinal } from './ordinals.ts'

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
/** Short names are words of other meanings (sat, sun, wed) and count only after "next". */
const WEEKDAY = String.raw`(?<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<=\bnext )(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun))\b`
const N = String.raw`(?:\d{1,2}|[一二三四五六七八九十]{1,3})`
/** Not the end of a longer number, and not the second of "1、2月". */
const ALONE = String.raw`(?<![\d〇一二三四五六七八九十百千数何]|[\d一二三四五六七八九十][、,.・~〜-])`
/** Not the second of "2日か3日後". */
const NO_SECOND = String.raw`(?<![\d一二三四五六七八九十](?:日|週間|[ヶケかカ]月)?(?:から|か))`

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

function dayNumber(day: string | undefined, ordinal: string | undefined): number {
  return ordinal === undefined ? numberOf(day) : (readOrdinal(ordinal) ?? Number.NaN)
}

/** The fiscal year of Japan begins in April. */
function fiscalYear({ year, month }: Day): number {
  return month > 3 ? year : year - 1
}

/** The year that a text names; undefined if it names none. A fiscal year is the year in which it begins. */
function yearOf({ era, eraYear, year, relativeYear, fiscal }: Groups, on: Day): number | undefined {
  if (era !== undefined) return (ERAS[era] ?? Number.NaN) + (eraYear === '元' ? 1 : numberOf(eraYear))
  if (year !== undefined) {
    const read = numberOf(year)
    return year.length === 2 && read < 100 ? 2000 + read : read
  }
  if (relativeYear === undefined) return undefined
  const current = fiscal === undefined ? on.year : fiscalYear(on)
  if (/再来年/.test(relativeYear)) return current + 2
  if (/来年|翌年|next/.test(relativeYear)) return current + 1
  return /昨年|去年|last/.test(relativeYear) ? current - 1 : current
}

function monthDay(groups: Groups, on: Day): Day | null {
  const { month, monthName, day, ordinal, end } = groups
  const number = monthName === undefined ? numberOf(month) : MONTHS.indexOf(monthName.slice(0, 3)) + 1
  if (!(number >= 1 && number <= 12)) return null
  const named = yearOf(groups, on)
  const year = named !== undefined && groups['fiscal'] !== undefined && number <= 3 ? named + 1 : named
  const dayOfMonth = end === undefined ? dayNumber(day, ordinal) : null
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

/** "23日の金曜日": the next month in which the day is this day of the week. */
function dayOfWeekday({ day, ordinal, jaWeekday, weekday: name }: Groups, on: Day): Day | null {
  const target = jaWeekday === undefined ? WEEKDAYS.indexOf(name!.slice(0, 3)) : JA_WEEKDAYS.indexOf(jaWeekday)
  for (const months of [0, 1, 2]) {
    const { year, month } = addMonths({ ...on, day: 1 }, months)
    const found = dayOf(year, month, dayNumber(day, ordinal))
    if (found && msOfDay(found) >= msOfDay(on)) return weekday(found) === target ? found : null
  }
  return null
}

/** December 31. */
function yearEnd(groups: Groups, on: Day): Day | null {
  return dayOf(yearOf(groups, on) ?? on.year, 12, 31)
}

/** March 31. */
function fiscalYearEnd(groups: Groups, on: Day): Day | null {
  return dayOf((yearOf({ ...groups, fiscal: '度' }, on) ?? fiscalYear(on)) + 1, 3, 31)
}

const OFFSETS: Readonly<Record<string, number>> = {
  今日: 0,
  本日: 0,
  明日: 1,
  翌日: 1,
  明後日: 2,
  あさって: 2,
  あした: 1,
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

const JA_YEAR_NAME = String.raw`(?<!\d)(?:(?<era>令和|平成|昭和)(?<eraYear>元|\d{1,2}|[一二三四五六七八九十]{1,3})年|(?<year>\d{4}|[一二〇零][〇零一二三四五六七八九]{3})年|(?<relativeYear>再来年|来年|翌年|今年|本年|昨年|去年))`
const JA_YEAR = String.raw`(?:${JA_YEAR_NAME}(?<fiscal>度)?\s?[の、は]?\s?)?`
/** 2027年末, 来年の年末: the 年 of the year may be that of 年末. */
const JA_YEAR_END = String.raw`(?:${JA_YEAR_NAME}(?:の?年)?末|(?<![\d\p{Script=Han}])年末)(?!年始|調整)`
const JA_LAST_DAY = `(?:${JA_YEAR_NAME}の?)?大晦日`
const JA_FISCAL_END = String.raw`(?:${JA_YEAR_NAME}度の?(?:年度)?末|(?<![\d\p{Script=Han}])[今本]?年度末)`
const EN_YEAR_NAME = '(?:(?<year>\\d{4})|(?<relativeYear>next year|this year|last year))'
const EN_YEAR = `(?:,? (?:of )?${EN_YEAR_NAME})?`
const EN_DAY = String.raw`(?:(?<day>\d{1,2})(?:st|nd|rd|th)?|(?<ordinal>${ORDINAL})\b)`
/** A number after a month that counts something: in May 20 people, in March 1,000 users. */
const NO_COUNT = String.raw`(?![\d:%]|[.,-]\d(?!\d{3})|k\b| ?(?:percent|dollars|euros|yen|million|thousand|new|more|people|persons|users?|seats?|licen[cs]es?|employees|accounts?|customers?|stores?|sites?|offices?|locations?|units?|months?|weeks?|days?|hours?|minutes|years?)\b)`

/** A pattern before another one has the longer text. */
const PATTERNS: readonly Pattern[] = [
  pattern(String.raw`(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)`, monthDay),
  pattern(
    String.raw`(?<![a-z\d])(?<era>[rh])(?<eraYear>\d{1,2})[./](?<month>\d{1,2})[./](?<day>\d{1,2})(?!\d)`,
    monthDay,
  ),
  pattern(String.raw`${ALONE}${JA_YEAR}(?<month>${N})月の?(?:(?<day>${N})日|(?<end>末日?|いっぱい))`, monthDay),
  pattern(
    String.raw`(?<relativeMonth>再来月|来月|翌月|今月|当月)の?(?:(?<day>${N})日|(?<end>末日?|いっぱい)|(?<start>頭))`,
    relativeMonth,
  ),
  pattern(
    String.raw`(?<week>再来週|来週|翌週|今週)の?(?<jaWeekday>[月火水木金土日])(?:曜日?|(?!\p{Script=Han}))`,
    relativeWeek,
  ),
  pattern(
    String.raw`(?<![月\d一二三四五六七八九十])(?<day>${N})日[の、(（]?(?<jaWeekday>[月火水木金土日])曜日?`,
    dayOfWeekday,
  ),
  pattern(JA_YEAR_END, yearEnd),
  pattern(JA_LAST_DAY, yearEnd),
  pattern(JA_FISCAL_END, fiscalYearEnd),
  pattern(String.raw`${ALONE}${NO_SECOND}(?<count>\d{1,3}|${N})(?<span>日|週間|[ヶケかカ]月)後`, later),
  pattern(
    String.raw`明後日|明日|あさって|あした|本日|今日|翌日|the day after tomorrow|\btomorrow\b|\btoday\b`,
    () => null,
  ),
  pattern(String.raw`\b(?:the )?(?<end>end of|last day of) (?:the month of )?${MONTH}${EN_YEAR}`, monthDay),
  pattern(String.raw`\b(?<end>end of|last day of) (?<relativeMonth>(?:the|this|next) month)\b`, relativeMonth),
  pattern(String.raw`\b(?<relativeMonth>(?:this|next) month) on the (?<day>\d{1,2})(?:st|nd|rd|th)`, relativeMonth),
  pattern(
    String.raw`\b(?:the )?(?:end|last day) of (?:(?:the |this )?(?:calendar )?year\b(?:,? (?:of )?(?<year>\d{4})\b)?(?! ?\d| after)|(?<relativeYear>next year)\b)`,
    yearEnd,
  ),
  pattern(String.raw`\b(?:the )?(?:end|last day) of (?<year>\d{4})(?!\d|[.,/-]\d)`, yearEnd),
  pattern(String.raw`(?<!(?:fiscal|financial|tax) )\b(?<year>\d{4})(?:'s)? year[- ]end\b`, yearEnd),
  pattern(
    String.raw`(?<!(?:fiscal|financial|tax|last|previous|next|\d) )\byear[- ]end\b(?:,? (?:of )?${EN_YEAR_NAME})?(?! ?\d)`,
    yearEnd,
  ),
  pattern(String.raw`\b(?<!\bin )${MONTH} (?:the )?${EN_DAY}${NO_COUNT}${EN_YEAR}`, monthDay),
  pattern(String.raw`\b${MONTH} (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)\b${EN_YEAR}`, monthDay),
  // "20 may need it" is no day.
  pattern(
    String.raw`(?<![\d.,])\b(?:the )?${EN_DAY} (?:of |(?<=\d[a-z]{0,2} ))(?!(?<=\d )may\b (?!next|this|last|at|on|in|for|is|to|or|and|would|works)[a-z])${MONTH}${EN_YEAR}`,
    monthDay,
  ),
  // "Seventeenth August"; "first may" and "first March" with a verb after it are no days.
  pattern(
    String.raw`\b(?:the )?(?<ordinal>${ORDINAL}),? (?!may\b|mar(?:ch)? (?:to|on|in|up|with)\b)${MONTH}${EN_YEAR}`,
    monthDay,
  ),
  pattern(
    String.raw`(?<![\d/])(?!24/7(?!\d)|\d/\d of\b)(?<month>\d{1,2})/(?<day>\d{1,2})(?:/(?<year>\d{4}|\d{2}))?(?![\d/])`,
    (groups, on) => {
      // 15/3 is a day before its month.
      const { month, day } = groups
      return Number(month) > 12 ? monthDay({ ...groups, month: day, day: month }, on) : monthDay(groups, on)
    },
  ),
  pattern(String.raw`\b(?!friday the 13th)${WEEKDAY},? the ${EN_DAY}(?! of\b)`, dayOfWeekday),
  pattern(String.raw`\ba week from (?:this )?${WEEKDAY}`, (groups, on) => addDays(relativeWeek(groups, on)!, 7)),
  pattern(
    String.raw`(?<!\b(?:every|each|last|past|previous|most|any|a|other|black|cyber|since|that|week from|from this|from next) |day ?- ?|day (?:to|through|thru) )\b(?:(?<which>next|this|coming|on) )?(?<!\b(?:every|each|last) )${WEEKDAY}(?! (?:to|through|thru|of last week|last week)\b| ?-|,? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)|(?:${ORDINAL})\b|${MONTHS.join('|')}))(?<of> (?:of )?next week)?`,
    (groups, on) => relativeWeek(groups['of'] === undefined ? groups : { ...groups, which: 'next week' }, on),
  ),
  pattern(String.raw`\bin (?<count>a|one|two|three|four|five|six|\d{1,2}) (?<span>day|week|month)s?\b`, later),
  pattern(
    String.raw`\b(?<count>a|one|two|three|four|five|six|\d{1,2}) (?<span>day|week|month)s? from (?:now|today)\b`,
    later,
  ),
]

/** "3月15日か16日", "March 15 or 16th". */
const OR_ANOTHER =
  /^(?:か|または|もしくは|から|[、・〜~-]| ?(?:or|to|-) ?(?:the )?)(?:\d{1,2}|[一二三四五六七八九十]{1,3})(?:日(?![間後])|st|nd|rd|th)/

/** All days that a text names, in order. `on`: the day of the conversation. */
export function findDates(original: string, on: Day): FoundDate[] {
  const text = foldWidth(original)
  const found: FoundDate[] = []
  const taken = new Uint8Array(text.length)
  for (const { expression, read } of PATTERNS)
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken.subarray(start, end).includes(1)) continue
      const offset = OFFSETS[match[0]]
      const day = offset === undefined ? read(match.groups ?? {}, on) : addDays(on, offset)
      if (!day) continue
      taken.fill(1, start, end)
      if (!OR_ANOTHER.test(text.slice(end))) found.push({ start, end, day })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

const AROUND_BEFORE = /^(?:by|on|until|before|the|around|約|\s)*$/
const AROUND_AFTER = /^(?:\s|ごろ|頃|まで|に|です|[(（][月火水木金土日](?:曜日?)?[)）]|[。.])*$/

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
