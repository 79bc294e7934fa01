// Lengths that headers promise and ffprobe does not tell: it returns what a file holds.

function ascii(bytes: Uint8Array, from: number, length: number) {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

function viewOf(bytes: Uint8Array) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * A live recorder, or a program that writes to a pipe, leaves the largest size in the header that it can write: close to
 * 2 or 4 GB.
 */
function isUnknownSize(size: number) {
  return [0x8000_0000, 0x1_0000_0000].some((limit) => Math.abs(limit - size) <= 65_536)
}

/** Seconds of sound that the header of a WAV file promises; null if it has none or is not complete in `head`. */
export function promisedByWav(head: Uint8Array): number | null {
  if (ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 4) !== 'WAVE') return null
  const view = viewOf(head)
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true)
    const name = ascii(head, at, 4)
    if (name === 'fmt ' && at + 20 <= head.length) bytesPerSecond = view.getUint32(at + 16, true)
    if (name === 'data') return bytesPerSecond > 0 && size > 0 && !isUnknownSize(size) ? size / bytesPerSecond : null
    at += 8 + size + (size % 2)
  }
  return null
}

const RATES = [44_100, 48_000, 32_000]

/**
 * Seconds of sound that the first frame of an MP3 file promises (Xing, Info); null if it promises nothing. `frame` are
 * the bytes from the first frame on.
 */
export function promisedByMp3(frame: Uint8Array): number | null {
  const version = ((frame[1] ?? 0) >> 3) & 3
  const rate = RATES[((frame[2] ?? 0) >> 2) & 3]
  if (frame.length < 64 || frame[0] !== 0xff || version === 1 || !rate) return null
  const isMono = frame[3]! >> 6 === 3
  const isMpeg1 = version === 3
  const at = 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  const name = ascii(frame, at, 4)
  const view = viewOf(frame)
  // The first flag says that the number of frames follows.
  if ((name !== 'Xing' && name !== 'Info') || (view.getUint32(at + 4) & 1) === 0) return null
  const seconds = (isMpeg1 ? 1152 : 576) / (rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4))
  return view.getUint32(at + 8) * seconds
}
