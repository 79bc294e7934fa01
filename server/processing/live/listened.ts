import type { ReadSegment } from '../../media/read-recorded-segment.ts'

/** A segment as it was read. Bytes from `from` to `to`; its sound is in the recording from `start` to `end` (seconds). */
export interface ListenedSegment extends ReadSegment {
  from: number
  to: number
  start: number
  end: number
  /** Seconds of gaps that were removed from its timestamps. */
  leftOut: number
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
