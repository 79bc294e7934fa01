import { toDecibels } from './energy-gate.ts'

/** A measured frame. `mono` is reused for the next frame. Loudness is in decibels below full scale. */
export interface Frame {
  decibels: number
  mono: Int16Array
  left: number
  right: number
}

// High-pass filter (76 Hz at 16 kHz) against DC offset and mains hum.
const HIGH_PASS = 0.97
/**
 * When the mix has less than this share of the louder channel's energy, the channels cancel each other: one microphone
 * has inverted polarity.
 */
const CANCELLED = 0.05

/** Measures frames in order: the loudness of each channel and of the mix used for recognition. */
export function measureFrame(channels: 1 | 2): (frame: Int16Array) => Frame {
  let mixed = new Int16Array(0)
  let before = 0
  let passed = 0

  function highPassed(samples: Int16Array) {
    let sum = 0
    // Copied to local variables: a variable of the closure is written to the heap for every sample, which is four times
    // slower.
    let [last, out] = [before, passed]
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at]!
      out = sample - last + HIGH_PASS * out
      last = sample
      sum += out * out
    }
    before = last
    // The filter tail in digital silence is inaudible, and arithmetic with such small numbers (denormals) is slow.
    passed = Math.abs(out) < 1e-9 ? 0 : out
    return toDecibels(samples.length ? sum / samples.length : 0)
  }

  return (frame) => {
    if (channels === 1) {
      const decibels = highPassed(frame)
      return { decibels, mono: frame, left: decibels, right: decibels }
    }
    const length = frame.length / 2
    if (mixed.length !== length) mixed = new Int16Array(length)
    let [left, right, middle] = [0, 0, 0]
    for (let at = 0; at < length; at += 1) {
      const l = frame[2 * at]!
      const r = frame[2 * at + 1]!
      const mix = (l + r) >> 1
      mixed[at] = mix
      left += l * l
      right += r * r
      middle += mix * mix
    }
    if (middle < CANCELLED * Math.max(left, right)) {
      const louder = left >= right ? 0 : 1
      for (let at = 0; at < length; at += 1) mixed[at] = frame[2 * at + louder]!
    }
    return {
      decibels: highPassed(mixed),
      mono: mixed,
      left: toDecibels(left / length),
      right: toDecibels(right / length),
    }
  }
}
