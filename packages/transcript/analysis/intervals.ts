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

/** Index of the first interval of a union that ends after this time. */
function firstAfter(union: readonly Interval[], time: number): number {
  let low = 0
  let high = union.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (union[middle]!.end <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** The times that are in both unions. Skips parts of `b` that are far from `a`. */
export function intersectionOf(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  return a.flatMap((one) => {
    const common: Interval[] = []
    for (let at = firstAfter(b, one.start); at < b.length && b[at]!.start < one.end; at += 1) {
      const start = Math.max(one.start, b[at]!.start)
      const end = Math.min(one.end, b[at]!.end)
      if (end > start) common.push({ start, end })
    }
    return common
  })
}

/** The times at which intervals of more than one set occur. Each set is a union. */
export function sharedBy(sets: readonly (readonly Interval[])[]): Interval[] {
  const edges = sets.flat().flatMap(({ start, end }) => [
    { time: start, step: 1 },
    { time: end, step: -1 },
  ])
  // Intervals that only touch share no time.
  edges.sort((a, b) => a.time - b.time || a.step - b.step)
  const shared: Interval[] = []
  let count = 0
  let since = 0
  for (const { time, step } of edges) {
    if (count === 2 && step === -1) shared.push({ start: since, end: time })
    count += step
    if (count === 2 && step === 1) since = time
  }
  return unionOf(shared)
}
