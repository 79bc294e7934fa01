// Mel-frequency cepstral coefficients (MFCC) of 25 ms frames every 10 ms: they describe the shape of the vocal tract in
// a few numbers, the classical feature of a voice. Plain arithmetic on typed arrays, no model.

import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'

const frameLength = 400
const frameStep = 160
const fftSize = 512
const filters = 30
export const cepstra = 19

const window = Float64Array.from(
  { length: frameLength },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (frameLength - 1)),
)
const bank = melBank(80, 7_600)
const cosines = Array.from({ length: cepstra }, (_, k) =>
  Float64Array.from({ length: filters }, (_value, n) => Math.cos((Math.PI * (k + 1) * (n + 0.5)) / filters)),
)

export type Cepstra = {
  /** `cepstra` numbers per frame, without the energy term. */
  frames: Float32Array
  /** Loudness in dB of each frame. */
  energy: Float32Array
  /** Periodicity of each frame, 0 to 1: high for vowels, low for noises. */
  voicing: Float32Array
}

/** Computes cepstra and loudness of samples at 16 kHz. */
export function cepstraOf(samples: Int16Array): Cepstra {
  const count = Math.max(0, Math.floor((samples.length - frameLength) / frameStep) + 1)
  const frames = new Float32Array(count * cepstra)
  const energy = new Float32Array(count)
  const voicing = new Float32Array(count)
  const real = new Float64Array(fftSize)
  const imaginary = new Float64Array(fftSize)
  const mel = new Float64Array(filters)
  for (let frame = 0; frame < count; frame++) {
    const from = frame * frameStep
    let sum = 0
    real.fill(0)
    imaginary.fill(0)
    for (let i = 0; i < frameLength; i++) {
      const sample = samples[from + i] ?? 0
      sum += sample * sample
      real[i] = (sample - 0.97 * (i > 0 ? (samples[from + i - 1] ?? 0) : sample)) * (window[i] ?? 0)
    }
    energy[frame] = Math.max(-96, 10 * Math.log10(sum / frameLength / 32_768 ** 2 + 1e-12))
    fft(real, imaginary)
    for (let filter = 0; filter < filters; filter++) {
      const { from: low, weights } = bank[filter] ?? { from: 0, weights: [] }
      let power = 1
      for (let i = 0; i < weights.length; i++)
        power += ((real[low + i] ?? 0) ** 2 + (imaginary[low + i] ?? 0) ** 2) * (weights[i] ?? 0)
      mel[filter] = Math.log(power)
    }
    for (let k = 0; k < cepstra; k++) {
      const cosine = cosines[k] ?? new Float64Array(filters)
      let value = 0
      for (let filter = 0; filter < filters; filter++) value += (mel[filter] ?? 0) * (cosine[filter] ?? 0)
      frames[frame * cepstra + k] = value
    }
    voicing[frame] = periodicity(real, imaginary)
  }
  return { frames, energy, voicing }
}

/** Autocorrelation lags of voices between 70 and 400 Hz. */
const lags = { from: SPEECH_RATE / 400, until: SPEECH_RATE / 70 }

/** Height of the autocorrelation peak at the lags of voices. Overwrites the spectrum. */
function periodicity(real: Float64Array, imaginary: Float64Array): number {
  for (let i = 0; i < fftSize; i++) {
    real[i] = (real[i] ?? 0) ** 2 + (imaginary[i] ?? 0) ** 2
    imaginary[i] = 0
  }
  fft(real, imaginary)
  const whole = real[0] ?? 0
  let peak = 0
  for (let lag = lags.from; lag < lags.until; lag++) {
    const value = (real[lag] ?? 0) / (windowLikeness[lag] ?? 1)
    // Only a local maximum counts: the slope down from lag 0 is not a voice.
    if (value > peak && (real[lag] ?? 0) > (real[lag - 1] ?? 0) && (real[lag] ?? 0) >= (real[lag + 1] ?? 0))
      peak = value
  }
  return whole > 0 ? Math.min(1, peak / whole) : 0
}

/** The autocorrelation of the window: the value of a perfectly periodic sound at each lag. */
const windowLikeness = Float64Array.from({ length: Math.ceil(lags.until) + 1 }, (_, lag) => {
  let [shared, whole] = [0, 0]
  for (let n = 0; n < frameLength; n++) {
    whole += (window[n] ?? 0) ** 2
    shared += (window[n] ?? 0) * (window[n + lag] ?? 0)
  }
  return shared / whole
})

function melBank(low: number, high: number): { from: number; weights: number[] }[] {
  const mel = (hz: number) => 1_127 * Math.log(1 + hz / 700)
  const hz = (value: number) => 700 * (Math.exp(value / 1_127) - 1)
  const edges = Array.from({ length: filters + 2 }, (_, n) =>
    hz(mel(low) + ((mel(high) - mel(low)) * n) / (filters + 1)),
  )
  return Array.from({ length: filters }, (_, n) => {
    const [left = 0, middle = 0, right = 0] = edges.slice(n, n + 3)
    const from = Math.ceil((left * fftSize) / SPEECH_RATE)
    const until = Math.floor((right * fftSize) / SPEECH_RATE)
    const weights = Array.from({ length: Math.max(0, until - from + 1) }, (_value, i) => {
      const at = ((from + i) * SPEECH_RATE) / fftSize
      return Math.max(0, at < middle ? (at - left) / (middle - left) : (right - at) / (right - middle))
    })
    return { from, weights }
  })
}

// Typed arrays, read without destructuring, because this is the hot loop.
const turnCosines = Float64Array.from({ length: fftSize / 2 }, (_, n) => Math.cos((-2 * Math.PI * n) / fftSize))
const turnSines = Float64Array.from({ length: fftSize / 2 }, (_, n) => Math.sin((-2 * Math.PI * n) / fftSize))

/** In-place radix-2 FFT. */
export function fft(real: Float64Array, imaginary: Float64Array): void {
  for (let i = 1, j = 0; i < fftSize; i++) {
    let bit = fftSize >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      const a = real[i]!
      const b = imaginary[i]!
      real[i] = real[j]!
      imaginary[i] = imaginary[j]!
      real[j] = a
      imaginary[j] = b
    }
  }
  for (let length = 2; length <= fftSize; length <<= 1) {
    const half = length >> 1
    const step = fftSize / length
    for (let start = 0; start < fftSize; start += length) {
      for (let k = 0; k < half; k++) {
        const cosine = turnCosines[k * step]!
        const sine = turnSines[k * step]!
        const a = start + k
        const b = a + half
        const x = real[b]! * cosine - imaginary[b]! * sine
        const y = real[b]! * sine + imaginary[b]! * cosine
        real[b] = real[a]! - x
        imaginary[b] = imaginary[a]! - y
        real[a] = real[a]! + x
        imaginary[a] = imaginary[a]! + y
      }
    }
  }
}
