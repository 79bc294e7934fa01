// Contracts begin and end by the calendar of Japan, wherever the reader is.
const format = new Intl.DateTimeFormat('en', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `2026/11/30`: the day in Japan at this instant. */
export function japanDate(instant: string | Date): string {
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}/${parts.get('month')}/${parts.get('day')}`
}

/** The last day of a period in Japan, whose end is the first instant after it. */
export function lastDayInJapan(end: string): string {
  return japanDate(new Date(Date.parse(end) - 1))
}
