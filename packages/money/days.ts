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
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return [year, month - 1, date]
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
  const [year, index] = partsOf(month)
  return dayAt(year, index + count, 1) as Month
}

/** Number of months from `from` to `to`; 0 for the same month. */
export function monthsBetween(from: Month, to: Month): number {
  const [year, index] = partsOf(from)
  const [toYear, toIndex] = partsOf(to)
  return (toYear - year) * 12 + toIndex - index
}

export function lastDayOf(month: Month): Day {
  return addDays(addMonths(month, 1), -1)
}

export function daysIn(month: Month): number {
  return partsOf(lastDayOf(month))[2]
}

/** Number of days from the day to the end of its month, both included. */
export function daysLeft(day: Day): number {
  return daysIn(monthOf(day)) - partsOf(day)[2] + 1
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(Date.UTC(...partsOf(day))).getUTCDay()
}
