/** An SVG path of peaks (0 to 1), mirrored at the line y = 1; one unit wide per peak, two units high. */
export function wavePath(peaks: readonly number[]): string {
  if (peaks.length === 0) return ''
  const height = (peak: number) => Math.min(1, Math.max(0.02, peak))
  const upper = peaks.map((peak, x) => `L${x} ${(1 - height(peak)).toFixed(2)}`)
  const lower = peaks.map((peak, x) => `L${x} ${(1 + height(peak)).toFixed(2)}`).toReversed()
  return `M0 1${upper.join('')}L${peaks.length} 1${lower.join('')}Z`
}
