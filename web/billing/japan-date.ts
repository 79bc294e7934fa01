// Contracts and months begin and end by the calendar of Japan, wherever the reader is.
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

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })

/** `2026/11/30 09:05`: day and time in Japan. */
export function japanDateTime(instant: string): string {
  return `${japanDate(instant)} ${timeFormat.format(new Date(instant))}`
}

/** The last day of a period in Japan, whose end is the first instant after it. */
export function lastDayInJapan(end: string): string {
  return japanDate(new Date(Date.parse(end) - 1))
}
