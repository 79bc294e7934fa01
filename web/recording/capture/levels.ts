// Level of a channel, and duration of its silence.

/** Root mean square in decibels below full scale; -Infinity for digital silence. */
export function decibels(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum === 0 ? -Infinity : 10 * Math.log10(sum / samples.length)
}

/** Sound begins above the first level and ends below the second, so that a level in between does not count as both. */
const SOUND_DB = -50
const SILENCE_DB = -60

export interface Silence {
  hasSound: boolean
  /** Recorded seconds at the end of the last sound. */
  since: number
}

export const NO_SILENCE: Silence = { hasSound: true, since: 0 }

/** The state after a level was measured at `seconds` of the recording. */
export function afterLevel({ hasSound, since }: Silence, level: number, seconds: number): Silence {
  const isHeard = level >= (hasSound ? SILENCE_DB : SOUND_DB)
  return { hasSound: isHeard, since: isHeard ? seconds : since }
}

export function silentSeconds({ since }: Silence, seconds: number): number {
  return Math.max(0, seconds - since)
}
