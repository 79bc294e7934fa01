// Positions at which a text may be cut. Users see grapheme clusters: か with a combining mark, a family emoji, a flag.
// Typed edits come from the browser, which may remove a single accent, so for them only surrogate pairs are kept
// together.

import type { TextRange } from '@kaiwa/language/normalise.ts'

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** True for the first unit of a surrogate pair. */
export function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** True for the second unit of a surrogate pair. */
export function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * Characters that never combine with a neighbour: printable ASCII, CJK punctuation, kana (without marks), ideographs.
 */
function neverCombines(unit: number): boolean {
  return (
    (unit >= 0x20 && unit < 0x7f) ||
    (unit >= 0x3000 && unit < 0x302a) ||
    (unit >= 0x3041 && unit < 0x3097) ||
    (unit >= 0x309b && unit <= 0x9fff)
  )
}

function within(text: string, offset: number): number {
  return Number.isNaN(offset) ? 0 : Math.trunc(Math.min(Math.max(offset, 0), text.length))
}

/**
 * Clamps a range to the text, with start before end, so that it cuts no surrogate pair. An empty range moves back;
 * other ranges grow.
 */
export function toCodePoints(text: string, { start, end }: TextRange): TextRange {
  const cuts = (at: number) => isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
  const [from, to] = [within(text, Math.min(start, end)), within(text, Math.max(start, end))]
  const first = cuts(from) ? from - 1 : from
  if (from === to) return { start: first, end: first }
  return { start: first, end: cuts(to) ? to + 1 : to }
}

/** The last grapheme boundary at or before `offset`. */
export function characterStart(text: string, offset: number): number {
  const at = within(text, offset)
  if (at === 0 || at === text.length) return at
  if (neverCombines(text.charCodeAt(at)) && neverCombines(text.charCodeAt(at - 1))) return at
  return graphemes.segment(text).containing(at)!.index
}

/** The first grapheme boundary at or after `offset`. */
export function characterEnd(text: string, offset: number): number {
  const at = within(text, offset)
  const start = characterStart(text, at)
  return start === at ? at : start + graphemes.segment(text).containing(at)!.segment.length
}

/** Extends the range to whole graphemes; an empty range stays empty. */
export function toCharacters(text: string, { start, end }: TextRange): TextRange {
  const from = characterStart(text, Math.min(start, end))
  return start === end ? { start: from, end: from } : { start: from, end: characterEnd(text, Math.max(start, end)) }
}
