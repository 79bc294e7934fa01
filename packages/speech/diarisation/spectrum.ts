// Mel-frequency cepstral coefficients (MFCC) of 25 ms frames every 10 ms: they describe the shape of the vocal tract in
// a few numbers, the classical feature of a voice. Plain arithmetic on typed arrays, no model.

import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import FFT from 'fft.js'

const frameLength = 400
const frameStep = 160
const fftSize = 512
const filters = 30
export const cepstra = 19

const window = Float64Array.from(
  { length: frameLength },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (frameLength - 1)),
)
const transform = new FFT(fftSize)
const bank = melBank(80, 7_600)
const cosines = Array.from({ length: cepstra }, (_, k) =>
  Float64Array.from({ length: filters }, (_value, n) => Math.cos((Math.PI * (k + 1) * (n + 0.5)) / filters)),
)

export interface Cepstra {
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
  const signal = new Float64Array(fftSize)
  const power = new Float64Array(fftSize)
  const mel = new Float64Array(filters)
  for (let frame = 0; frame < count; frame++) {
    const from = frame * frameStep
    let sum = 0
    for (let i = 0; i < frameLength; i++) {
      const sample = samples[from + i] ?? 0
      sum += sample * sample
      signal[i] = (sample - 0.97 * (i > 0 ? (samples[from + i - 1] ?? 0) : sample)) * (window[i] ?? 0)
    }
    energy[frame] = Math.max(-96, 10 * Math.log10(sum / frameLength / 32_768 ** 2 + 1e-12))
    toPower(signal, power)
    for (let filter = 0; filter < filters; filter++) {
      const { from: low, weights } = bank[filter] ?? { from: 0, weights: [] }
      let weighted = 1
      for (let i = 0; i < weights.length; i++) weighted += (power[low + i] ?? 0) * (weights[i] ?? 0)
      mel[filter] = Math.log(weighted)
    }
    for (let k = 0; k < cepstra; k++) {
      const cosine = cosines[k] ?? new Float64Array(filters)
      let value = 0
      for (let filter = 0; filter < filters; filter++) value += (mel[filter] ?? 0) * (cosine[filter] ?? 0)
      frames[frame * cepstra + k] = value
    }
    voicing[frame] = periodicity(power)
  }
  return { frames, energy, voicing }
}

/** Autocorrelation lags of voices between 70 and 400 Hz. */
const lags = { from: SPEECH_RATE / 400, until: SPEECH_RATE / 70 }

// Interleaved real and imaginary parts. fft.js fills the first half of it for real input.
const spectrum = new Float64Array(2 * fftSize)

/** The power spectrum of a real signal. Its second half mirrors the first. */
function toPower(signal: Float64Array, power: Float64Array): void {
  transform.realTransform(spectrum, signal)
  for (let i = 0; i <= fftSize / 2; i++) {
    power[i] = (spectrum[2 * i] ?? 0) ** 2 + (spectrum[2 * i + 1] ?? 0) ** 2
    if (i > 0) power[fftSize - i] = power[i] ?? 0
  }
}

/** Height of the autocorrelation peak at the lags of voices. The autocorrelation is the transform of the power. */
function periodicity(power: Float64Array): number {
  transform.realTransform(spectrum, power)
  const whole = spectrum[0] ?? 0
  let peak = 0
  for (let lag = lags.from; lag < lags.until; lag++) {
    const height = spectrum[2 * lag] ?? 0
    const value = height / (windowLikeness[lag] ?? 1)
    // Only a local maximum counts: the slope down from lag 0 is not a voice.
    if (value > peak && height > (spectrum[2 * lag - 2] ?? 0) && height >= (spectrum[2 * lag + 2] ?? 0)) peak = value
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
