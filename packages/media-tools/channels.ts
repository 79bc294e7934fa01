import { FRAME_MS } from './pcm-frames.ts'

// Telephone systems record one side of a call per channel. Then who speaks is simply which channel is louder, and no model is needed.
// This looks for such calls by how the energy lies, and says which channel spoke in a stretch.

/** Seconds that one value of an envelope stands for: one frame. */
export const ENVELOPE_SECONDS = FRAME_MS / 1000

/** Loudness of one channel over time: decibels below full scale, one value per frame of 20 ms, -120 for silence. */
export type Envelope = Float32Array

// Echo of the other side comes back 20 dB or more below it; in a stereo mix of one room the channels differ by a few decibels.
const ONE_SIDED_DB = 10
const AUDIBLE_DB = -55
// People talk over each other in a tenth to a fifth of a call, and the quieter one has at least a twentieth of it.
const ONE_SIDED_SHARE = 0.7
const EACH_SIDE_SHARE = 0.05
const ENOUGH_SECONDS = 3

export type ChannelSeparation = {
  separate: boolean
  audibleSeconds: number
  oneSided: number
  left: number
  right: number
}

export type ChannelJudge = { push: (left: number, right: number) => void; judge: () => ChannelSeparation }

/** Watches a stereo recording, one pair of decibels per frame. Shares are of the audible time. Costs four numbers whatever the length. */
export function channelJudge(): ChannelJudge {
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
    judge() {
      const share = (frames: number) => (audible ? frames / audible : 0)
      const audibleSeconds = audible * ENVELOPE_SECONDS
      const oneSided = share(left + right)
      const separate =
        audibleSeconds >= ENOUGH_SECONDS &&
        oneSided >= ONE_SIDED_SHARE &&
        Math.min(share(left), share(right)) >= EACH_SIDE_SHARE
      return { separate, audibleSeconds, oneSided, left: share(left), right: share(right) }
    },
  }
}

/** The channel with more energy between `start` and `end` (seconds from the envelopes' beginning); the first one when they are equal. */
export function louderChannel(envelopes: Envelope[], start: number, end: number): number {
  const from = Math.floor(start / ENVELOPE_SECONDS + 1e-6)
  const to = Math.max(from + 1, Math.ceil(end / ENVELOPE_SECONDS - 1e-6))
  const energies = envelopes.map((envelope) =>
    envelope.subarray(from, to).reduce((sum, db) => sum + 10 ** (db / 10), 0),
  )
  return Math.max(0, energies.indexOf(Math.max(...energies)))
}
