function two(value: number): string {
  return String(value).padStart(2, '0')
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`
}

/** `2026/11/21` in the user's time zone; a dash for an invalid timestamp. */
export function formatDate(instant: string | Date | null): string {
  const date = new Date(instant ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '–' : dayOf(date)
}

/** `2026/11/21 07:09` in the user's time zone (UI-14); a dash for an invalid timestamp. */
export function formatDateTime(instant: string | Date | null): string {
  const date = new Date(instant ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '–' : `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `07:09` in the user's time zone. */
export function formatTimeOfDay(instant: string): string {
  return formatDateTime(instant).slice(-5)
}

/** Formats seconds as `0:07`, `12:34` or `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
