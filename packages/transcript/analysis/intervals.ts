/** An interval of time in seconds. */
export interface Interval {
  readonly start: number
  readonly end: number
}

export function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** The union of intervals, sorted and without overlap; gaps up to `tolerance` seconds are closed. */
export function unionOf(intervals: readonly Interval[], tolerance = 0): Interval[] {
  const union: { start: number; end: number }[] = []
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1)
    if (last && start <= last.end + tolerance) last.end = Math.max(last.end, end)
    else if (end > start) union.push({ start, end })
  }
  return union
}

/** The times that are in both unions. */
export function intersectionOf(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = []
  let [left, right] = [0, 0]
  while (left < a.length && right < b.length) {
    const start = Math.max(a[left]!.start, b[right]!.start)
    const end = Math.min(a[left]!.end, b[right]!.end)
    if (end > start) common.push({ start, end })
    if (a[left]!.end < b[right]!.end) left++
    else right++
  }
  return common
}
