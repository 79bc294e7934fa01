function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** `2026-11-21 07:09:31` in the reader's time zone (ADMIN-19); a dash without an instant. */
export function formatInstant(instant: string | null | undefined): string {
  const date = new Date(instant ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return '–'
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

export function formatYen(value: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'JPY' }).format(value)
}
