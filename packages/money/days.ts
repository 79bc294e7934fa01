// Days and months in Japan. Japan has no daylight saving time, so a day there is UTC plus nine hours.

const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000

/** A day in Japan, `2026-11-27`. Days compare like their text. */
export type Day = `${number}-${number}-${number}`

/** First day of a month, `2026-11-01`. */
export type Month = `${number}-${number}-01`

function dayAt(year: number, monthIndex: number, day: number): Day {
  return new Date(Date.UTC(year, monthIndex, day)).toISOString().slice(0, 10) as Day
}

function partsOf(day: Day): [year: number, monthIndex: number, day: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))]
}

/** Months since the year 0. A closing computes with months far more often than with days, so they need no Date. */
function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
}

/** The day in Japan at this instant. */
export function dayInJapan(instant: Date): Day {
  return new Date(instant.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 10) as Day
}

/** The instant at which the day begins in Japan. */
export function startOfDay(day: Day): Date {
  return new Date(Date.UTC(...partsOf(day)) - JAPAN_OFFSET_MS)
}

export function addDays(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day)
  return dayAt(year, month, date + count)
}

export function monthOf(day: Day): Month {
  return `${day.slice(0, 8)}01` as Month
}

/** The month in Japan at this instant. */
export function monthInJapan(instant: Date): Month {
  return monthOf(dayInJapan(instant))
}

export function addMonths(month: Month, count: number): Month {
  const number = monthNumber(month) + count
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}-01` as Month
}

/** Number of months from `from` to `to`; 0 for the same month. */
export function monthsBetween(from: Month, to: Month): number {
  return monthNumber(to) - monthNumber(from)
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export function daysIn(month: Month): number {
  const [year, index] = partsOf(month)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return index === 1 && isLeap ? 29 : (DAYS[index] ?? 0)
}

export function lastDayOf(month: Month): Day {
  return `${month.slice(0, 8)}${daysIn(month)}` as Day
}

/** Number of days from the day to the end of its month, both included. */
export function daysLeft(day: Day): number {
  return daysIn(monthOf(day)) - partsOf(day)[2] + 1
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(Date.UTC(...partsOf(day))).getUTCDay()
}
