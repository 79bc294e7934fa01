import type { Probe } from '@kaiwa/media-tools'
import type { Inspected } from '../../media/inspect.ts'

/** Defaults for probes that were stored before recordings had one timeline (decision 75). */
const UNTRIMMED = { start: 0, startsEarly: false, skippedBytes: 0, tracks: [], hasOtherStreams: false, mixedWith: [] }

/** The inspection of a recording that was prepared before, from the probe in its row. */
export function storedInspection(stored: unknown): Inspected {
  const probe = { ...UNTRIMMED, ...(stored as Probe & { duration: number }) }
  return { probe, duration: probe.duration, promised: null, skipped: [] }
}
