const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** Milliseconds as HH:MM:SS with a mark before the milliseconds: SRT writes a comma, VTT and tables a point. */
export function timestamp(milliseconds: number, mark: ',' | '.'): string {
  const whole = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${clock.map((part) => pad(part, 2)).join(':')}${mark}${pad(milliseconds % 1000, 3)}`
}
