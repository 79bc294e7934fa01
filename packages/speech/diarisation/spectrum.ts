// Mel-frequency cepstral coefficients (MFCC) of 25 ms frames every 10 ms: they describe the shape of the vocal tract in
// a few numbers, the classical feature of a voice. Plain arithmetic on typed arrays, no model.

import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import FFT from 'fft.js'

const frameLength = 400
const frameStep = 160
const fftSize = 512
const filters = 30
export const cepstra = 15
export const FRAMES_PER_SECOND = SPEECH_RATE / frameStep

const window = Float64Array.from(
  { length: frameLength },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (frameLength - 1)),
)
const transform = new FFT(fftSize)
const bank = melBank(80, 7_600)
const cosines = Array.from({ length: cepstra }, (_, k) =>
  Float64Array.from({ length: filters }, (_value, n) => Math.cos((Math.PI * (k + 1) * (n + 0.5)) / filters)),
)

/**
 * `cepstra` numbers per frame of samples at 16 kHz. The energy term is left out, because the loudness of a voice depends
 * on the distance of the microphone. Only the frames of `parts` (seconds) are computed; the others are 0.
 */
export function cepstraOf(samples: Int16Array, parts: readonly { start: number; end: number }[]): Float32Array {
  const count = Math.max(0, Math.floor((samples.length - frameLength) / frameStep) + 1)
  const frames = new Float32Array(count * cepstra)
  const signal = new Float64Array(fftSize)
  const power = new Float64Array(fftSize / 2 + 1)
  const mel = new Float64Array(filters)
  for (const { start, end } of parts) {
    const last = Math.min(count, Math.round(end * FRAMES_PER_SECOND))
    for (let frame = Math.round(start * FRAMES_PER_SECOND); frame < last; frame++) {
      const from = frame * frameStep
      for (let i = 0; i < frameLength; i++) {
        const sample = samples[from + i]!
        signal[i] = (sample - 0.97 * (i > 0 ? samples[from + i - 1]! : sample)) * window[i]!
      }
      toPower(signal, power)
      for (let filter = 0; filter < filters; filter++) {
        const { from: low, weights } = bank[filter]!
        let weighted = 1
        for (let i = 0; i < weights.length; i++) weighted += power[low + i]! * weights[i]!
        mel[filter] = Math.log(weighted)
      }
      for (let k = 0; k < cepstra; k++) {
        const cosine = cosines[k]!
        let value = 0
        for (let filter = 0; filter < filters; filter++) value += mel[filter]! * cosine[filter]!
        frames[frame * cepstra + k] = value
      }
    }
  }
  return frames
}

// Interleaved real and imaginary parts. fft.js fills the first half of it for real input.
const spectrum = new Float64Array(2 * fftSize)

/** The power spectrum of a real signal, from 0 Hz to half the rate. */
function toPower(signal: Float64Array, power: Float64Array): void {
  transform.realTransform(spectrum, signal)
  for (let i = 0; i < power.length; i++) power[i] = spectrum[2 * i]! ** 2 + spectrum[2 * i + 1]! ** 2
}

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
