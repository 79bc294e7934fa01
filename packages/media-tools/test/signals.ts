// Synthetic signals at 16 kHz for tests. Loudness is the RMS in decibels below full scale.

const RATE = 16_000

function amplitude(decibels: number) {
  return 32_768 * 10 ** (decibels / 20)
}

function make(seconds: number, sample: (at: number) => number) {
  return Int16Array.from({ length: Math.round(seconds * RATE) }, (_, at) => Math.round(sample(at)))
}

export function quiet(seconds: number) {
  return make(seconds, () => 0)
}

export function tone(seconds: number, hertz: number, decibels: number) {
  return make(seconds, (at) => Math.SQRT2 * amplitude(decibels) * Math.sin((2 * Math.PI * hertz * at) / RATE))
}

/** White noise, reproducible by seed. */
export function noise(seconds: number, decibels: number, seed = 1) {
  let state = seed
  return make(seconds, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.sqrt(3) * amplitude(decibels) * (state / 2 ** 31 - 1)
  })
}

/** Harmonics of a voice whose volume changes five times per second, like syllables; `decibels` is about the mean. */
export function speechLike(seconds: number, decibels: number, hertz = 140) {
  return make(seconds, (at) => {
    const time = at / RATE
    const syllable = 0.15 + 0.85 * Math.sin(Math.PI * 2.5 * time) ** 2
    const voice = [1, 0.7, 0.5, 0.3].reduce(
      (sum, part, i) => sum + part * Math.sin(2 * Math.PI * hertz * (i + 1) * time),
      0,
    )
    return 1.6 * amplitude(decibels) * syllable * voice
  })
}

export function concat(...parts: Int16Array[]) {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function stereo(left: Int16Array, right: Int16Array) {
  return Int16Array.from({ length: left.length * 2 }, (_, at) => (at % 2 ? right : left)[at >> 1]!)
}

export function mix(a: Int16Array, b: Int16Array, gain: number) {
  return a.map((sample, at) => sample + Math.round(b[at]! * gain))
}
