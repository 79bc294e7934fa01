// What subtitles write between their words: styles, voices, times of single words, readings above characters.

import { toSeconds } from './read-cues.ts'

export interface Span {
  /** Who says it, where the markup tells. */
  readonly voice: string | null
  readonly text: string
  /** Seconds, where the markup times it. */
  readonly at: number | null
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

function toCharacter(code: string): string {
  const number = code.startsWith('#x') ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
}

export const withoutEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});/gi, (whole, code: string) =>
    code.startsWith('#') ? toCharacter(code.toLowerCase()) : (ENTITIES[code.toLowerCase()] ?? whole),
  )

const SRT_TAG = /<\/?(?:b|i|u|s|font|c|v|lang|ruby)(?:[\s.][^<>]*)?>|<rt>[^<]*(?:<\/rt>)?|\{\\[^{}]*\}/gi

/** An SRT line without its markup. What only looks like some stays: people write brackets, too. */
export const readSrtLine = (line: string): string => line.replace(SRT_TAG, '')

/** The text of a VTT cue as spans. Tags that nobody knows vanish, as browsers have it; what they hold stays. */
export function readVttText(payload: string): Span[] {
  const spans: Span[] = []
  let voice: string | null = null
  let at: number | null = null
  let isReading = false
  for (const piece of payload.split(/(<[^<>]*>)/)) {
    if (!/^<[^<>]*>$/.test(piece)) {
      if (piece && !isReading) spans.push({ voice, text: withoutEntities(piece), at })
      if (piece && !isReading) at = null
      continue
    }
    const tag = piece.slice(1, -1).trim()
    const named = /^v(?:\.\S*)?\s+(.+)$/s.exec(tag)
    if (named) voice = withoutEntities(named[1]!).trim() || null
    else if (tag === '/v') voice = null
    else if (tag === 'rt' || tag === '/rt') isReading = tag === 'rt'
    else if (!Number.isNaN(toSeconds(tag))) at = toSeconds(tag)
  }
  return spans
}
