import { FRAME_MS } from './pcm-frames.ts'

// Telephone systems record each side of a call on its own channel. The speaker is then the louder channel, and no model
// is needed. This module detects such calls from the energy of the channels and returns the louder channel of an
// interval.

/** Duration of one envelope value: one frame. */
export const ENVELOPE_SECONDS = FRAME_MS / 1000

/** Loudness of one channel over time: decibels below full scale, one value per frame of 20 ms, -120 for silence. */
export type Envelope = Float32Array

// Echo of the other side is at least 20 dB quieter; in a stereo mix of one room the channels differ by a few decibels
// only.
const ONE_SIDED_DB = 10
const AUDIBLE_DB = -55
// People talk over each other in 10 to 20 % of a call, and the quieter person speaks for at least 5 % of it.
const ONE_SIDED_SHARE = 0.7
const EACH_SIDE_SHARE = 0.05
const MIN_AUDIBLE_SECONDS = 3

export interface ChannelSeparation {
  separate: boolean
  audibleSeconds: number
  oneSided: number
  left: number
  right: number
}

/** Lower than `EACH_SIDE_SHARE`: a side that is known to be a separate source may rarely speak. */
const EACH_SOURCE_SHARE = 0.005

/**
 * Whether the speaker is the louder channel, for channels that are known to be two sources: microphone and system sound
 * of a recording that was made in a browser.
 */
export function areSourcesSeparate({ audibleSeconds, oneSided, left, right }: ChannelSeparation): boolean {
  return (
    audibleSeconds >= MIN_AUDIBLE_SECONDS && oneSided >= ONE_SIDED_SHARE && Math.min(left, right) >= EACH_SOURCE_SHARE
  )
}

export interface ChannelDetector {
  push: (left: number, right: number) => void
  result: () => ChannelSeparation
}

/**
 * Accumulates a stereo recording, one pair of decibels per frame. Shares refer to audible time. Uses constant memory.
 */
export function channelDetector(): ChannelDetector {
  let audible = 0
  let left = 0
  let right = 0
  return {
    push(leftDb, rightDb) {
      if (Math.max(leftDb, rightDb) < AUDIBLE_DB) return
      audible += 1
      if (leftDb - rightDb >= ONE_SIDED_DB) left += 1
      if (rightDb - leftDb >= ONE_SIDED_DB) right += 1
    },
    result() {
      const share = (frames: number) => (audible ? frames / audible : 0)
      const audibleSeconds = audible * ENVELOPE_SECONDS
      const oneSided = share(left + right)
      const separate =
        audibleSeconds >= MIN_AUDIBLE_SECONDS &&
        oneSided >= ONE_SIDED_SHARE &&
        Math.min(share(left), share(right)) >= EACH_SIDE_SHARE
      return { separate, audibleSeconds, oneSided, left: share(left), right: share(right) }
    },
  }
}

/**
 * The channel with more energy between `start` and `end` (seconds from the start of the envelopes); the first one when
 * equal.
 */
export function louderChannel(envelopes: Envelope[], start: number, end: number): number {
  const from = Math.floor(start / ENVELOPE_SECONDS + 1e-6)
  const to = Math.max(from + 1, Math.ceil(end / ENVELOPE_SECONDS - 1e-6))
  const energies = envelopes.map((envelope) =>
    envelope.subarray(from, to).reduce((sum, db) => sum + 10 ** (db / 10), 0),
  )
  return Math.max(0, energies.indexOf(Math.max(...energies)))
}
