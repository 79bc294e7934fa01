import type { PcmFormat } from './tool-run.ts'
import type { TimedSamples } from './timed-pcm.ts'

/** A part of the recording, in seconds. */
export interface Interval {
  start: number
  end: number
}

/** Changes that placed the sound on the timeline of the recording. */
export interface Placement {
  /** End of the sound in seconds. */
  end: number
  /** Parts without samples between parts with samples, filled with silence. */
  gaps: Interval[]
  /** Seconds of samples that were dropped because their time was before the start or already taken. */
  dropped: number
}

export interface SoundTimeline {
  push: (samples: Pick<TimedSamples, 'seconds' | 'bytes'>) => void
  placement: () => Placement
}

/** Smaller differences between times and number of samples are rounding of the container. */
const TOLERANCE_SECONDS = 0.05
/** Further gaps extend the last one, so that a recording with many bad packets has a short list. */
const MAX_GAPS = 200
const SILENCE = new Uint8Array(65_536)

/**
 * Places samples at their times: sample 0 is at time 0 of the recording. A late start and gaps are filled with silence;
 * samples before 0, and those whose time is already taken, are dropped. Without `keepsTimes`, samples follow each other.
 */
export function soundTimeline(
  { sampleRate, channels }: PcmFormat,
  onBytes: (bytes: Uint8Array) => void,
  { keepsTimes }: { keepsTimes: boolean },
): SoundTimeline {
  const frameBytes = 2 * channels
  const tolerance = TOLERANCE_SECONDS * sampleRate
  const gaps: Interval[] = []
  /** Frames written. */
  let position = 0
  let dropped = 0
  let hasSamples = false

  function fill(frames: number) {
    if (hasSamples) {
      const [start, end] = [position / sampleRate, (position + frames) / sampleRate]
      const last = gaps.at(-1)
      if (last && gaps.length >= MAX_GAPS) last.end = end
      else gaps.push({ start, end })
    }
    position += frames
    for (let left = frames * frameBytes; left > 0; left -= SILENCE.length) onBytes(SILENCE.subarray(0, left))
  }

  return {
    push({ seconds, bytes }) {
      const ahead = keepsTimes ? Math.round(seconds * sampleRate) - position : 0
      // The first samples are placed exactly, all others without a break if they are close to where they belong.
      if (ahead > (hasSamples ? tolerance : 0)) fill(ahead)
      const isLate = ahead < -tolerance || (!hasSamples && ahead < 0)
      const frames = Math.floor(bytes.length / frameBytes)
      const skipped = isLate ? Math.min(frames, -ahead) : 0
      dropped += skipped
      if (skipped === frames) return
      hasSamples = true
      position += frames - skipped
      onBytes(bytes.subarray(skipped * frameBytes, frames * frameBytes))
    },
    placement: () => ({ end: position / sampleRate, gaps, dropped: dropped / sampleRate }),
  }
}
