// Detects the encoding of subtitles, which come from many old programs. A byte order mark or an escape sequence of
// ISO-2022-JP decides; without one, valid UTF-8 is read as UTF-8, and anything else as one of the encodings of Japanese
// programs: EUC-JP or Shift_JIS.

import { ImportFailure, problem } from './import-failure.ts'

export interface Decoded {
  readonly text: string
  /** Display name: `UTF-8`, `UTF-16`, `ISO-2022-JP`, `EUC-JP`, `Shift_JIS`. */
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

/** Escape sequences that select JIS X 0208 or half-width katakana. ISO-2022-JP has only bytes below 128. */
const JIS_ESCAPES = ['\u001b$@', '\u001b$B', '\u001b(I', '\u001b(J']
/** Number of characters examined to tell EUC-JP from Shift_JIS. */
const EXAMINED_CHARACTERS = 65_536
const NOT_ASCII = /\P{ASCII}/gu
const KANA = /[\u3001\u3002\u3041-\u30ff]/gu
/** Share of kana and Japanese punctuation that all ordinary text exceeds, and half-width katakana read as EUC-JP do not. */
const MIN_KANA_SHARE = 0.3

function count(text: string, pattern: RegExp): number {
  return text.slice(0, EXAMINED_CHARACTERS).match(pattern)?.length ?? 0
}

/**
 * Decodes EUC-JP or Shift_JIS; null for neither. Nearly all text is valid in one of them only. Half-width katakana of
 * Shift_JIS are pairs of bytes that EUC-JP reads as kanji, and the reverse; there, kana decide.
 */
function decodeJapanese(bytes: Uint8Array): Decoded | null {
  const euc = decodeStrictly('euc-jp', bytes)
  const shiftJis = decodeStrictly('shift_jis', bytes)
  if (euc !== null && (shiftJis === null || count(euc, KANA) >= count(euc, NOT_ASCII) * MIN_KANA_SHARE))
    return { text: euc, encoding: 'EUC-JP' }
  return shiftJis === null ? null : { text: shiftJis, encoding: 'Shift_JIS' }
}

/** Decodes a file, without its byte order mark. Throws ImportFailure `encoding` if it is not text. */
export function decodeText(bytes: Uint8Array): Decoded {
  for (const [encoding, name, mark] of MARKS)
    if (mark.every((byte, index) => bytes[index] === byte))
      return { text: new TextDecoder(encoding).decode(bytes), encoding: name }
  const wide = detectUtf16(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  const unicode = decodeStrictly('utf-8', bytes)
  if (unicode !== null && JIS_ESCAPES.some((escape) => unicode.includes(escape))) {
    const jis = decodeStrictly('iso-2022-jp', bytes)
    if (jis !== null) return { text: jis, encoding: 'ISO-2022-JP' }
  }
  if (unicode !== null) return { text: unicode, encoding: 'UTF-8' }
  const japanese = decodeJapanese(bytes)
  if (japanese !== null) return japanese
  throw new ImportFailure([problem('file', 'encoding')])
}
