// A time of the day after a date: 15時, 午後3時半, 15:00, 3:30 pm.

interface Time {
  hour: number
  minute: number
  second: number
}

const JA_TIME =
  /^[\s、,の()（）月火水木金土日曜T]*(?<half>午前|午後)?\s?(?<hour>\d{1,2})時(?:(?<minute>\d{1,2})分|(?<isHalf>半))?[。.\s]*(?:から|に|です)?$/u
const EN_TIME =
  /^(?:[\s,]|at|t)*(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d{1,3})?))?)?\s?(?<half>am|pm|a\.m\.|p\.m\.)?[.\s]*$/

/** `rest`: folded text after a date. Null if it is no time. */
export function readTime(rest: string): Time | null {
  const groups = (JA_TIME.exec(rest) ?? EN_TIME.exec(rest))?.groups
  if (!groups) return null
  const { half, hour, minute, second, isHalf } = groups
  if (half === undefined && minute === undefined && !rest.includes('時')) return null
  const isAfternoon = half !== undefined && /午後|p/.test(half)
  const base = half === undefined ? Number(hour) : Number(hour) % 12
  const time = {
    hour: base + (isAfternoon ? 12 : 0),
    minute: isHalf === undefined ? Number(minute ?? 0) : 30,
    second: Number(second ?? 0),
  }
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : null
}
