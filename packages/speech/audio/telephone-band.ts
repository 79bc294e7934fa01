import FFT from 'fft.js'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'

// Telephone speech has nothing above 4 kHz. Recognisers of 16 kHz take the logarithm of the energy in bands up to almost
// 8 kHz, and in the empty ones this is a large negative number that depends on rounding: it disturbs all cepstra and their
// mean. So a faint mirror image of the lower half is put into the upper one, as an upsampling without its filter leaves
// it. Then the upper bands rise and fall with the speech, as they do in a full recording.

const SIZE = 512
/** Bands in Hz: the telephone's, and what lies above it. */
const LOWER = [300, 3_400] as const
const UPPER = [4_400, 7_600] as const
/** The energy above the telephone band, in relation to the energy in it, in dB. In full recordings it is -15 to -35. */
const MAX_UPPER_DB = -50
/** Amplitude of the mirror image, found by measuring (README). */
const MIRROR = 0.25

/** True if the samples (16 kHz) contain sound of the telephone band alone, for example those of an 8 kHz recording. */
export function isTelephoneBand(samples: Int16Array): boolean {
  const fft = new FFT(SIZE)
  const frame = Array.from<number>({ length: SIZE })
  const spectrum = fft.createComplexArray() as number[]
  let [lower, upper] = [0, 0]
  const sum = ([from, until]: readonly [number, number]) => {
    let energy = 0
    for (let bin = Math.ceil((from * SIZE) / SPEECH_RATE); bin <= (until * SIZE) / SPEECH_RATE; bin++)
      energy += (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2
    return energy
  }
  // A frame of each 0.1 s is enough for the mean of a segment.
  for (let at = 0; at + SIZE <= samples.length; at += SPEECH_RATE / 10) {
    for (let i = 0; i < SIZE; i++) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE)
      frame[i] = (samples[at + i] ?? 0) * window
    }
    fft.realTransform(spectrum, frame)
    lower += sum(LOWER)
    upper += sum(UPPER)
  }
  return lower > 0 && 10 * Math.log10(upper / lower + 1e-12) < MAX_UPPER_DB
}

/** Telephone speech with the mirror image of its band above 4 kHz; other samples unchanged. */
export function widenTelephoneBand(samples: Int16Array): Int16Array {
  if (!isTelephoneBand(samples)) return samples
  // Alternating signs shift the spectrum by half of the sample rate, which mirrors it at 4 kHz.
  return samples.map((sample, index) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * (index % 2 === 0 ? 1 + MIRROR : 1 - MIRROR)))),
  )
}
