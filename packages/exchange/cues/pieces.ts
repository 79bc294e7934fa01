// Splits a block into pieces after which a subtitle may end: a word with its punctuation, and its time. Words with a
// term keep its time; typed text in between shares the gap in proportion to its morae.

import type { Term } from '@kaiwa/contract/transcripts.ts'
import { moraCount } from '@kaiwa/language/mora.ts'
import { widthOf } from './display-width.ts'

export interface Piece {
  readonly text: string
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly width: number
}

interface Timed {
  readonly content: string
  readonly start_time: number
  readonly end_time: number
  readonly terms?: readonly Pick<Term, 'offset' | 'text' | 'start_time' | 'end_time'>[] | undefined
}

/** Start of a word in the text and, if known, its time. */
interface Word {
  from: number
  times: { start: number; end: number } | null
}

/** Opening brackets belong to the following word. */
const OPENING = /[「『（(［[【〈《“‘]+\s*$/u
const words = new Intl.Segmenter('ja', { granularity: 'word' })
const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Minimum of morae per word, so that every word gets some time. */
const MIN_MORAE = 0.5

function weightOf(text: string): number {
  return Math.max(MIN_MORAE, moraCount(text))
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Words of a stretch without terms. */
function untimed(content: string, from: number, to: number): Word[] {
  const gap = content.slice(from, to)
  if (moraCount(gap) === 0) return []
  const found: Word[] = []
  for (const { segment, index } of words.segment(gap))
    if (moraCount(segment) > 0) found.push({ from: from + index, times: null })
  return found
}

function wordsOf({ content, terms = [] }: Timed): Word[] {
  const found: Word[] = []
  let from = 0
  for (const term of terms) {
    if (term.offset < from || term.offset >= content.length) continue
    found.push(...untimed(content, from, term.offset))
    found.push({ from: term.offset, times: { start: term.start_time, end: term.end_time } })
    from = term.offset + term.text.length
  }
  found.push(...untimed(content, from, content.length))
  return found
}

/** The text split at the words: each with the text after it, the first also with the text before it. */
function splitAtWords(content: string, found: readonly Word[]): string[] {
  const borders = found.slice(1).map(({ from }) => {
    const bracket = OPENING.exec(content.slice(Math.max(0, from - 8), from))
    return from - (bracket?.[0].length ?? 0)
  })
  return [0, ...borders].map((border, index) => content.slice(border, borders[index] ?? content.length))
}

/** Ascending times within the block: those of the terms, and shares for other words. */
function timesOf(block: Timed, found: readonly Word[], texts: readonly string[]): { start: number; end: number }[] {
  const times: { start: number; end: number }[] = []
  let free = block.start_time
  for (let index = 0; index < found.length;) {
    const known = found[index]!.times
    if (known) {
      const start = within(known.start, free, Math.max(free, block.end_time))
      free = within(known.end, start, Math.max(start, block.end_time))
      times.push({ start, end: free })
      index++
      continue
    }
    let next = index
    while (next < found.length && !found[next]!.times) next++
    const until = Math.max(free, Math.min(found[next]?.times?.start ?? block.end_time, block.end_time))
    const weights = texts.slice(index, next).map(weightOf)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const step = (until - free) / total
    for (const weight of weights) times.push({ start: free, end: (free += weight * step) })
    free = until
    index = next
  }
  return times
}

/** Splits a piece that is wider than a line. */
export function* splitWide({ text, start, end, width }: Piece, most: number): Generator<Piece> {
  const step = (end - start) / width
  let [line, taken] = ['', 0]
  const close = (): Piece => {
    const size = widthOf(line)
    const piece = { text: line, start: start + taken * step, end: start + (taken + size) * step, width: size }
    taken += size
    line = ''
    return piece
  }
  for (const { segment } of graphemes.segment(text)) {
    if (line && widthOf(line + segment) > most) yield close()
    line += segment
  }
  if (line) yield close()
}

/** The pieces of a block in order; none for a block without text. No piece is wider than `most` columns. */
export function piecesOf(block: Timed, most: number): Piece[] {
  const { content, start_time: start, end_time: end } = block
  if (content.trim() === '') return []
  const found = wordsOf(block)
  const texts = found.length > 0 ? splitAtWords(content, found) : [content]
  const times = found.length > 0 ? timesOf(block, found, texts) : [{ start, end }]
  return texts.flatMap((text, index) => {
    const piece = { text, ...times[index]!, width: widthOf(text.trim()) }
    return piece.width > most ? [...splitWide({ ...piece, width: Math.max(1, widthOf(text)) }, most)] : [piece]
  })
}
