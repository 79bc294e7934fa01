function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/**
 * Formats milliseconds as HH:MM:SS with a separator before the milliseconds: a comma in SRT, a point in VTT and tables.
 */
export function timestamp(milliseconds: number, mark: ',' | '.'): string {
  const whole = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${clock.map((part) => pad(part, 2)).join(':')}${mark}${pad(milliseconds % 1000, 3)}`
}
