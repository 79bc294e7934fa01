import type { Interval, Placement } from './sound-timeline.ts'

/** Damage of a recording that could nevertheless be read. Times in seconds. */
export interface Damage {
  /** Time at which the recording ends before the length in its header; null if it is complete. */
  endsEarly: { at: number; promised: number } | null
  /** Parts that could not be read. A part that the container left out of its timeline ends where it starts. */
  parts: Interval[]
}

/** Bytes of a container without times that are not sound: the sound behind them follows without a gap. */
export interface SkippedPart {
  at: number
  /** Seconds that these bytes would hold. */
  seconds: number
  /** Where they are in the file: behind the packet at `position`, with which they have `size` bytes. */
  position: number
  size: number
}

/** Facts about a recording after all of it was read. */
export interface ReadRecording {
  /** Length that the header states, from a count of samples or the time of the last packet; null if it states none. */
  promised: number | null
  /** End of what was read: the longer of sound and video. */
  end: number
  placement: Pick<Placement, 'gaps'>
  /** True if a program reported damaged packets. Without such reports a gap is a pause of the recorder. */
  hasErrors: boolean
  skipped: readonly SkippedPart[]
}

/** Headers are rounded, and encoders add up to a tenth of a second. */
const MISSING_SECONDS = 1
/** A shorter part is a glitch of some packets, inaudible in speech. */
const MIN_PART_SECONDS = 0.3

/** Finds what is missing in a recording. */
export function findDamage({ promised, end, placement, hasErrors, skipped }: ReadRecording): Damage {
  const gaps = hasErrors ? placement.gaps.filter((gap) => gap.end - gap.start >= MIN_PART_SECONDS) : []
  const left = skipped.filter(({ seconds }) => seconds >= MIN_PART_SECONDS).map(({ at }) => ({ start: at, end: at }))
  const parts = [...gaps, ...left].toSorted((a, b) => a.start - b.start)
  // What was skipped is missing at the end of the timeline, too.
  const skippedSeconds = skipped.reduce((sum, { seconds }) => sum + seconds, 0)
  const isShort = promised !== null && end + skippedSeconds < promised - MISSING_SECONDS
  return { endsEarly: isShort ? { at: end, promised } : null, parts }
}
