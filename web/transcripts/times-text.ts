/** Parses `1:02:03.4`, `2:03` or `63.25`, also in full-width digits, to seconds; null for an invalid time. */
export function readTime(text: string): number | null {
  const parts = text.normalize('NFKC').trim().split(':')
  if (
    parts.length > 3 ||
    !parts.every((part, index) => /^\d+(?:\.\d+)?$/.test(part) && (index === parts.length - 1 || !part.includes('.')))
  )
    return null
  const [seconds = 0, minutes = 0, hours = 0] = parts.map(Number).reverse()
  if (parts.length > 1 && seconds >= 60) return null
  if (parts.length > 2 && minutes >= 60) return null
  return hours * 3600 + minutes * 60 + seconds
}

/** Formats seconds with two decimals for a text field: `2:03.40`. */
export function writeTime(time: number): string {
  const hundredths = Math.round(time * 100)
  const seconds = (hundredths % 6000) / 100
  const minutes = Math.floor(hundredths / 6000) % 60
  const hours = Math.floor(hundredths / 360_000)
  const tail = `${seconds < 10 ? '0' : ''}${seconds.toFixed(2)}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
