import { toDecibels } from './energy-gate.ts'

/** A frame as the segmenter sees it; `mono` is reused for the next frame. Loudness is in decibels below full scale. */
export type Frame = { decibels: number; mono: Int16Array; left: number; right: number }

// The high-pass (76 Hz at 16 kHz) keeps a constant offset and mains hum from passing for sound.
const HIGH_PASS = 0.97
/** Below this share of the louder channel's energy the mix has cancelled itself: one microphone is wired the wrong way round. */
const CANCELLED = 0.05

/** Measures frames in their order: loudness of each channel, and of the mix that is recognised. */
export function measureFrame(channels: 1 | 2): (frame: Int16Array) => Frame {
  let mixed = new Int16Array(0)
  let before = 0
  let passed = 0

  function highPassed(samples: Int16Array) {
    let sum = 0
    // Locals while it runs: a variable that outlives the call is written to the heap at every sample, four times as slow.
    let [last, out] = [before, passed]
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at]!
      out = sample - last + HIGH_PASS * out
      last = sample
      sum += out * out
    }
    before = last
    // What rings on in digital silence is heard by nobody, and numbers that small are slow to reckon with.
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
