// Canonical WAV files with 16-bit samples, the input format of engines and servers.

export interface Wav {
  sampleRate: number
  channels: number
  samples: Int16Array
}

const HEADER_BYTES = 44

/** Encodes a complete file; `samples` are interleaved. */
export function encodeWav({ sampleRate, channels, samples }: Wav): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength)
  const view = new DataView(file.buffer)
  const tag = (at: number, name: string) =>
    [...name].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)))
  tag(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  tag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * channels * 2, true)
  view.setUint16(32, channels * 2, true)
  view.setUint16(34, 16, true)
  tag(36, 'data')
  view.setUint32(40, samples.byteLength, true)
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER_BYTES)
  return file
}

/**
 * Decodes a file of 16-bit PCM and skips unknown chunks. A truncated data chunk gives the samples present. Null for any
 * other file.
 */
export function decodeWav(file: Uint8Array): Wav | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tag = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return null

  let format: { sampleRate: number; channels: number } | null = null
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true)
    if (tag(at) === 'fmt ' && at + 24 <= file.length) {
      const channels = view.getUint16(at + 10, true)
      // 0xFFFE is the extensible format, which also contains PCM when it has 16 bits.
      if (![1, 0xfffe].includes(view.getUint16(at + 8, true)) || view.getUint16(at + 22, true) !== 16 || !channels)
        return null
      format = { channels, sampleRate: view.getUint32(at + 12, true) }
    }
    if (tag(at) === 'data') {
      if (!format) return null
      // Copied, because Int16Array needs an even offset. (Buffer.slice does not copy.)
      const bytes = Uint8Array.from(file.subarray(at + 8, at + 8 + size))
      const samples = Math.floor(bytes.length / 2 / format.channels) * format.channels
      return { ...format, samples: new Int16Array(bytes.buffer, 0, samples) }
    }
    at += 8 + size + (size % 2)
  }
  return null
}
