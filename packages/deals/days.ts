// Days of the calendar as `YYYY-MM-DD`, without a time zone.

export interface Day {
  year: number
  month: number
  day: number
}

const DAY_MS = 86_400_000

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

export function textOfDay({ year, month, day }: Day): string {
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}`
}

/** Null if the calendar has no such day. HubSpot accepts years of four digits. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (year < 1000 || year > 9999) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? { year, month, day } : null
}

export function readDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

export function dayOfMs(ms: number): Day {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function msOfDay({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day)
}

export function addDays(day: Day, days: number): Day {
  return dayOfMs(msOfDay(day) + days * DAY_MS)
}

/** The same day of another month, or the last day of a shorter one. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const index = year * 12 + (month - 1) + months
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 }
  return { ...target, day: Math.min(day, lastOfMonth(target.year, target.month)) }
}

export function lastOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 0: Monday. */
export function weekday(day: Day): number {
  return (new Date(msOfDay(day)).getUTCDay() + 6) % 7
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** One for each time zone: making a format takes longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** The day of an instant in a time zone, and its time. Throws RangeError for a zone that the runtime does not know. */
export function partsIn(timeZone: string, ms: number) {
  const parts = formatOf(timeZone).formatToParts(ms)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  const day: Day = { year: of('year'), month: of('month'), day: of('day') }
  return { day, hour: of('hour'), minute: of('minute'), second: of('second') }
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant of whole seconds. */
function offsetAt(timeZone: string, ms: number): number {
  const { day, hour, minute, second } = partsIn(timeZone, ms)
  return msOfDay(day) + ((hour * 60 + minute) * 60 + second) * 1000 - ms
}

/**
 * The instant of a local time. Of a time that a change of the clock repeats, the first; one that it leaves out is as much
 * later as the clock was put forward.
 */
export function msIn(timeZone: string, day: Day, time: { hour: number; minute: number; second: number }): number {
  const whole = Math.floor(time.second)
  const rest = Math.round((time.second - whole) * 1000)
  const wanted = msOfDay(day) + ((time.hour * 60 + time.minute) * 60 + whole) * 1000
  const [before, after] = [-DAY_MS, DAY_MS].map((distance) => offsetAt(timeZone, wanted + distance)) as [number, number]
  const offset = [before, after].find((one) => offsetAt(timeZone, wanted - one) === one) ?? before
  return wanted - offset + rest
}

/** The day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  return partsIn(timeZone, instant.getTime()).day
}
