// Subtitles come from decades of programs. The mark at the beginning decides; without one, what is valid UTF-8 is UTF-8,
// and what else Japanese programs write is Shift_JIS.

import { ImportFailure, problem } from './import-failure.ts'

export interface Decoded {
  readonly text: string
  /** For people: `UTF-8`, `UTF-16`, `Shift_JIS`. */
  readonly encoding: string
}

const MARKS = [
  ['utf-8', 'UTF-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', 'UTF-16', [0xff, 0xfe]],
  ['utf-16be', 'UTF-16', [0xfe, 0xff]],
] as const
/** Bytes that are looked at, and the share of zeros that no other encoding has. */
const LOOKED_AT = 4_096
const ZEROS = 0.2

/** UTF-16 without a mark: line ends, digits and arrows have a zero in every other byte. */
function zeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [even, odd] = [0, 1].map((start) => {
    let count = 0
    for (let at = start; at < Math.min(bytes.length, LOOKED_AT); at += 2) if (bytes[at] === 0) count++
    return count / (Math.min(bytes.length, LOOKED_AT) / 2)
  }) as [number, number]
  if (odd > ZEROS && even < odd / 4) return 'utf-16le'
  return even > ZEROS && odd < even / 4 ? 'utf-16be' : null
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The text of a file without its mark. ImportFailure `encoding` for what is no text. */
export function decodeText(bytes: Uint8Array): Decoded {
  for (const [encoding, name, mark] of MARKS)
    if (mark.every((byte, index) => bytes[index] === byte))
      return { text: new TextDecoder(encoding).decode(bytes), encoding: name }
  const wide = zeros(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  const unicode = strictly('utf-8', bytes)
  if (unicode !== null) return { text: unicode, encoding: 'UTF-8' }
  const japanese = strictly('shift_jis', bytes)
  if (japanese !== null) return { text: japanese, encoding: 'Shift_JIS' }
  throw new ImportFailure([problem('file', 'encoding')])
}
