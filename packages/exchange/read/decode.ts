// Detects the encoding of subtitles, which come from many old programs. A byte order mark decides; without one, valid
// UTF-8 is read as UTF-8, and anything else as Shift_JIS, which Japanese programs use.

import { ImportFailure, problem } from './import-failure.ts'

export interface Decoded {
  readonly text: string
  /** Display name: `UTF-8`, `UTF-16`, `Shift_JIS`. */
  readonly encoding: string
}

const MARKS = [
  ['utf-8', 'UTF-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', 'UTF-16', [0xff, 0xfe]],
  ['utf-16be', 'UTF-16', [0xfe, 0xff]],
] as const
/** Number of bytes examined. */
const EXAMINED_BYTES = 4_096
/** Share of zero bytes that only UTF-16 exceeds. */
const MIN_ZERO_SHARE = 0.2

/** Detects UTF-16 without a byte order mark: line ends, digits and arrows have a zero in every other byte. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [even, odd] = [0, 1].map((start) => {
    let count = 0
    for (let at = start; at < Math.min(bytes.length, EXAMINED_BYTES); at += 2) if (bytes[at] === 0) count++
    return count / (Math.min(bytes.length, EXAMINED_BYTES) / 2)
  }) as [number, number]
  if (odd > MIN_ZERO_SHARE && even < odd / 4) return 'utf-16le'
  return even > MIN_ZERO_SHARE && odd < even / 4 ? 'utf-16be' : null
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Decodes a file, without its byte order mark. Throws ImportFailure `encoding` if it is not text. */
export function decodeText(bytes: Uint8Array): Decoded {
  for (const [encoding, name, mark] of MARKS)
    if (mark.every((byte, index) => bytes[index] === byte))
      return { text: new TextDecoder(encoding).decode(bytes), encoding: name }
  const wide = detectUtf16(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  const unicode = decodeStrictly('utf-8', bytes)
  if (unicode !== null) return { text: unicode, encoding: 'UTF-8' }
  const japanese = decodeStrictly('shift_jis', bytes)
  if (japanese !== null) return { text: japanese, encoding: 'Shift_JIS' }
  throw new ImportFailure([problem('file', 'encoding')])
}
