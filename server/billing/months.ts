// Everything that is billed monthly uses months in Japan time, regardless of the machine's time zone. Japan has no
// daylight saving time, so a month is simple arithmetic: UTC plus nine hours.

const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000

/** First day of a month, `2026-11-01`, as stored in the ledger. */
export type Month = `${number}-${number}-01`

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

function monthAt(year: number, index: number): Month {
  const date = new Date(Date.UTC(year, index, 1))
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-01` as Month
}

function parts(month: Month): [year: number, index: number] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return [year, number - 1]
}

/** The month in Japan at this instant. */
export function monthInJapan(instant: Date): Month {
  const there = new Date(instant.getTime() + JAPAN_OFFSET_MS)
  return monthAt(there.getUTCFullYear(), there.getUTCMonth())
}

export function addMonths(month: Month, count: number): Month {
  const [year, index] = parts(month)
  return monthAt(year, index + count)
}

/** The instant at which the month begins in Japan. */
export function startOfMonth(month: Month): Date {
  const [year, index] = parts(month)
  return new Date(Date.UTC(year, index, 1) - JAPAN_OFFSET_MS)
}

/** The month as instants: `start` inclusive, `end` exclusive. */
export function cycleOf(month: Month): { start: Date; end: Date } {
  return {
    start: startOfMonth(month),
    end: startOfMonth(addMonths(month, 1)),
  }
}
