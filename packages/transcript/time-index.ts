// Index of overlapping time intervals. Speakers talk over each other, so intervals overlap and may not be in reading
// order. Entries are sorted by start and store the latest end so far, so both lookups take O(log n).

/** Time intervals (seconds) sorted by start. */
export interface TimeIndex {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Latest end of this and all earlier intervals. */
  readonly latestEnds: Float64Array
  /** Index of each entry in the source. */
  readonly sources: Uint32Array
}

/** Builds the index over `count` intervals; `startOf` and `endOf` give their times. Equal starts keep their order. */
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
  return { starts, ends, latestEnds: reaches, sources }
}

/** The last entry that starts at or before `time`; -1 before the first. */
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

/** The entry at `time` (start inclusive, end exclusive); of several the one that started last; -1 in a pause. */
export function entryAt(index: TimeIndex, time: number): number {
  for (let entry = lastStarted(index, time); entry >= 0 && index.latestEnds[entry]! > time; entry--) {
    if (index.ends[entry]! > time) return entry
  }
  return -1
}
