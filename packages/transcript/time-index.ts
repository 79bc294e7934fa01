// What is said when. People talk over each other, so that stretches of speech overlap and need not be in reading
// order; sorted by their start, and with the latest end so far beside each, both questions take O(log n).

/** Stretches of time (seconds) sorted by start. */
export interface TimeIndex {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Latest end of this and all earlier stretches. */
  readonly reaches: Float64Array
  /** Which stretch of the source each entry is. */
  readonly sources: Uint32Array
}

/** Builds the index over `count` stretches whose times are read by `startOf` and `endOf`. Equal starts keep their order. */
export function buildTimeIndex(
  count: number,
  startOf: (source: number) => number,
  endOf: (source: number) => number,
): TimeIndex {
  const sources = new Uint32Array(count)
  const given = new Float64Array(count)
  let sorted = true
  for (let source = 0; source < count; source++) {
    sources[source] = source
    given[source] = startOf(source)
    if (source > 0 && given[source]! < given[source - 1]!) sorted = false
  }
  if (!sorted) sources.sort((a, b) => given[a]! - given[b]! || a - b)
  const starts = new Float64Array(count)
  const ends = new Float64Array(count)
  const reaches = new Float64Array(count)
  let reach = -Infinity
  for (let entry = 0; entry < count; entry++) {
    const source = sources[entry]!
    starts[entry] = given[source]!
    ends[entry] = endOf(source)
    reaches[entry] = reach = Math.max(reach, ends[entry]!)
  }
  return { starts, ends, reaches, sources }
}

/** The last entry that starts at or before `time`, -1 when there is none. */
export function lastStarted({ starts }: TimeIndex, time: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The entry that is being said at `time` (start included, end not), the latest started if several; -1 in a pause. */
export function during(index: TimeIndex, time: number): number {
  for (let entry = lastStarted(index, time); entry >= 0 && index.reaches[entry]! > time; entry--) {
    if (index.ends[entry]! > time) return entry
  }
  return -1
}
