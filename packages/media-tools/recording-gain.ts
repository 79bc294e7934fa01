// Quiet recordings are amplified before recognition: voice activity and engines are trained on speech of normal loudness.
// The gain is one for the recording, not one per segment: it follows from the loudness of all sound so far, so a pause in
// a loud recording stays quiet.

/** In decibels: the loudness that the loud parts of a quiet recording get, and the highest gain. */
const TARGET_DB = -30
const MAX_GAIN_DB = 45
/** The loudness of a recording is what this share of its active frames does not exceed. A bang does not raise it. */
const LOUD_SHARE = 0.9
const LOWEST_DB = -120

export interface GainMeter {
  /** Takes the loudness of a frame with sound, in decibels below full scale. */
  push: (decibels: number) => void
  /** The gain in whole decibels for the recording so far; 0 if it is loud enough. */
  gain: () => number
}

/** Measures the loudness of a recording as it is read. Uses constant memory. */
export function gainMeter(): GainMeter {
  const counts = new Uint32Array(-LOWEST_DB + 1)
  let total = 0
  return {
    push(decibels) {
      counts[Math.min(0, Math.max(LOWEST_DB, Math.round(decibels))) - LOWEST_DB]! += 1
      total += 1
    },
    gain() {
      let louder = 0
      for (let decibels = 0; decibels >= LOWEST_DB; decibels -= 1) {
        louder += counts[decibels - LOWEST_DB]!
        if (louder > total * (1 - LOUD_SHARE)) return Math.min(MAX_GAIN_DB, Math.max(0, TARGET_DB - decibels))
      }
      return 0
    },
  }
}

/** Amplifies samples in place by `decibels`. Louder samples than full scale are limited to it. */
export function amplify(samples: Int16Array<ArrayBuffer>, decibels: number): Int16Array<ArrayBuffer> {
  if (decibels === 0) return samples
  const factor = 10 ** (decibels / 20)
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.max(-32_768, Math.min(32_767, Math.round(samples[at]! * factor)))
  return samples
}
