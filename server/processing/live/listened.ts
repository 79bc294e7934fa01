import type { Interval } from '@kaiwa/media-tools'
import type { ReadSegment } from '../../media/read-recorded-segment.ts'

/** A segment as it was read. Bytes from `from` to `to`; its sound is in the recording from `start` to `end` (seconds). */
export interface ListenedSegment extends ReadSegment {
  from: number
  to: number
  start: number
  end: number
  /** Gaps that were removed, in seconds of the segment's own times. */
  removed: Interval[]
}

/** The result of reading a recording to its end. */
export interface Listened {
  segments: ListenedSegment[]
  decodedSeconds: number
  /** Number of chunks of speech. */
  chunkCount: number
  separateChannels: boolean
  waveformSize: number
  isTooLong: boolean
}
