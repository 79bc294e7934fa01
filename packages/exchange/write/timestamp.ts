function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/** Formats seconds as HH:MM:SS, without their fraction. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) => pad(part, 2)).join(':')
}

/**
 * Formats milliseconds as HH:MM:SS with a separator before the milliseconds: a comma in SRT, a point in VTT and tables.
 */
export function timestamp(milliseconds: number, mark: ',' | '.'): string {
  return `${clockTime(milliseconds / 1000)}${mark}${pad(milliseconds % 1000, 3)}`
}
