import { longestSegment } from '../engine.ts'
import { SpeechFailure } from '../failure.ts'

export const sampleRate = 16_000

/** Reads a 16 kHz mono s16 wav of at most 30 s. Throws `bad-wav` or `segment-too-long`. */
export function readSegment(wav: Uint8Array): Int16Array {
  const samples = readWav(wav)
  if (samples.length > (longestSegment + 0.05) * sampleRate)
    throw new SpeechFailure(
      'segment-too-long',
      `${(samples.length / sampleRate).toFixed(1)} s is more than ${longestSegment} s`,
    )
  return samples
}

/**
 * Reads a 16 kHz mono s16 wav of any length. When the header's data length exceeds the file (streamed header), the data
 * ends with the file.
 */
export function readWav(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const tag = (at: number) => String.fromCharCode(...wav.subarray(at, at + 4))
  if (wav.byteLength < 44 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE')
    throw new SpeechFailure('bad-wav', 'not a wav file')
  let format = false
  for (let at = 12; at + 8 <= wav.byteLength;) {
    const size = view.getUint32(at + 4, true)
    if (tag(at) === 'fmt ') {
      if (at + 24 > wav.byteLength) throw new SpeechFailure('bad-wav', 'the wav header is cut off')
      const [codec, channels, rate, bits] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint32(at + 12, true),
        view.getUint16(at + 22, true),
      ]
      if (channels !== 1 || rate !== sampleRate || bits !== 16 || (codec !== 1 && codec !== 0xfffe))
        throw new SpeechFailure(
          'bad-wav',
          `expected 16 kHz mono s16, got ${rate} Hz, ${channels} channels, ${bits} bit`,
        )
      format = true
    }
    if (tag(at) === 'data') {
      if (!format) throw new SpeechFailure('bad-wav', 'the wav has no format')
      const bytes = Math.min(size, wav.byteLength - at - 8) & ~1
      // Copied, because Int16Array requires an even offset. (Buffer.slice does not copy.)
      return new Int16Array(Uint8Array.from(wav.subarray(at + 8, at + 8 + bytes)).buffer)
    }
    at += 8 + size + (size & 1)
  }
  throw new SpeechFailure('bad-wav', 'the wav has no samples')
}

/** Encodes samples as a wav file: 16 kHz, mono, s16. */
export function writeWav(samples: Int16Array): Uint8Array {
  const wav = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(wav.buffer)
  const tag = (at: number, text: string) => wav.set(new TextEncoder().encode(text), at)
  tag(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  tag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  tag(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  wav.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 44)
  return wav
}

/** Converts samples to floats of -1 to 1, as native engines and the feature extraction need them. */
export function toFloat(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) floats[i] = (samples[i] ?? 0) / 32_768
  return floats
}
