import type { PcmFormat } from './tool-run.ts'
import type { TimedSamples } from './timed-pcm.ts'

/** A part of the recording, in seconds. */
export interface Interval {
  start: number
  end: number
}

/** Changes that placed the sound on the timeline of the recording. */
export interface Placement {
  /** Start and end of the sound in seconds. */
  start: number
  end: number
  /** Parts without samples between parts with samples, filled with silence. */
  gaps: Interval[]
  /** The gaps that are too long for ffmpeg's own filter, see `fillGaps`. */
  longGaps: Interval[]
  /** Seconds of samples that were dropped because their time was before the start or already taken. */
  dropped: number
}

export interface SoundTimeline {
  /** Bytes of the timeline up to the end of these samples. Silence comes in pieces: it may last for hours. */
  place: (samples: Pick<TimedSamples, 'seconds' | 'bytes'>) => Generator<Uint8Array>
  placement: () => Placement
}

export interface TimelineOptions {
  keepsTimes: boolean
  maxAhead?: number
  maxLate?: number
}

/** Smaller differences between times and number of samples are rounding of the container. */
const TOLERANCE_SECONDS = 0.05
/** Further gaps extend the last one, so that a recording with many bad packets has a short list. */
const MAX_GAPS = 200
/** ffmpeg fills a gap from one block of memory: a minute of stereo sound takes 46 MB, six minutes more than it may have. */
export const LONG_GAP_SECONDS = 60
/** A graph has a few filters for each. Further long gaps are left to ffmpeg. */
const MAX_LONG_GAPS = 50
const SILENCE = new Uint8Array(65_536)

/**
 * Places samples at their times: sample 0 is at time 0 of the recording. A late start and gaps are filled with silence;
 * samples before 0, and those whose time is already taken, are dropped. Without `keepsTimes`, samples follow each other.
 * Differences of up to `maxAhead` and `maxLate` (seconds) are ignored.
 */
export function soundTimeline(
  { sampleRate, channels }: PcmFormat,
  { keepsTimes, maxAhead = TOLERANCE_SECONDS, maxLate = TOLERANCE_SECONDS }: TimelineOptions,
): SoundTimeline {
  const frameBytes = 2 * channels
  const gaps: Interval[] = []
  const longGaps: Interval[] = []
  /** Frames written. */
  let position = 0
  let start = 0
  let dropped = 0
  let hasSamples = false

  function* fill(frames: number) {
    if (hasSamples) {
      const [start, end] = [position / sampleRate, (position + frames) / sampleRate]
      const last = gaps.at(-1)
      if (last && gaps.length >= MAX_GAPS) last.end = end
      else gaps.push({ start, end })
      if (end - start >= LONG_GAP_SECONDS && longGaps.length < MAX_LONG_GAPS) longGaps.push({ start, end })
    }
    position += frames
    for (let left = frames * frameBytes; left > 0; left -= SILENCE.length) yield SILENCE.subarray(0, left)
  }

  return {
    *place({ seconds, bytes }) {
      const ahead = keepsTimes ? Math.round(seconds * sampleRate) - position : 0
      // The first samples are placed exactly, all others without a break if they are close to where they belong.
      if (ahead > (hasSamples ? maxAhead * sampleRate : 0)) yield* fill(ahead)
      const isLate = ahead < -maxLate * sampleRate || (!hasSamples && ahead < 0)
      const frames = Math.floor(bytes.length / frameBytes)
      if (!hasSamples) start = position / sampleRate
      const skipped = isLate ? Math.min(frames, -ahead) : 0
      dropped += skipped
      if (skipped === frames) return
      hasSamples = true
      position += frames - skipped
      yield bytes.subarray(skipped * frameBytes, frames * frameBytes)
    },
    placement: () => ({ start, end: position / sampleRate, gaps, longGaps, dropped: dropped / sampleRate }),
  }
}
