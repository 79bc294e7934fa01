const JAPAN_MS = 9 * 3_600_000

/** `2026-11-21 07:09:31` (ADMIN-19). In Japan, because contracts and invoices have its days and months. */
export function formatInstant(instant: string | null | undefined): string {
  const time = new Date(instant ?? Number.NaN).getTime()
  return Number.isNaN(time) ? '–' : new Date(time + JAPAN_MS).toISOString().slice(0, 19).replace('T', ' ')
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}
