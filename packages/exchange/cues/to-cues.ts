// Subtitles that can be read while listening: at most two lines of 21 full-width characters. A cue ends at a
// sentence, a clause or a pause and has the times of its words. Cues never overlap and are never empty.
import type { FileBlock } from '../transcript-file.ts'
import { breakScore, endsSentence } from './break-score.ts'
import { type Piece, piecesOf, splitWide } from './pieces.ts'
import { widthOf } from './display-width.ts'

export interface Cue {
  /** Milliseconds; ascending, `end` is after `start` and not after the next cue's `start`. */
  start: number
  end: number
  /** One or two lines, none of them empty. */
  readonly lines: readonly string[]
  readonly block: FileBlock
  readonly pieces: readonly Piece[]
}

/** Columns per line: 21 full-width characters or 42 letters. */
export const LINE_WIDTH = 42
/** Minimum columns of text after the name in the first line of a cue, however long the name is. */
const MIN_TEXT_COLUMNS = 12
/** A cue with at least this many columns ends at the end of its sentence. */
const MIN_SENTENCE_COLUMNS = 24
/** Seconds of silence that end a cue. */
const CUE_PAUSE_SECONDS = 1.5
/** Maximum length of a cue. */
const MAX_CUE_SECONDS = 7

/**
 * Number of columns by which a line may be longer than the other in order to end with a clause; twice as many for a
 * sentence.
 */
const CLAUSE_BONUS = 12

/** The text of pieces in one line: line breaks of the transcript become spaces. */
function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * Arranges pieces in one or two lines of at most `most` columns each, the first one `room` columns shorter; null if they
 * do not fit.
 */
function toLines(pieces: readonly Piece[], most: number, room = 0): string[] | null {
  // A quick check: joining the pieces can only add white space.
  const least = pieces.reduce((sum, { width }) => sum + width, 0)
  if (least > most * 2 - room) return null
  if (least <= most - room) {
    const whole = textOf(pieces)
    if (widthOf(whole) <= most - room) return [whole]
  }
  let best: { cost: number; lines: string[] } | null = null
  let front = 0
  for (let count = 1; count < pieces.length; count++) {
    front += pieces[count - 1]!.width
    if (front > most - room) break
    if (least - front > most) continue
    const lines = [textOf(pieces.slice(0, count)), textOf(pieces.slice(count))]
    const [first = 0, second = 0] = lines.map(widthOf)
    if (first > most - room || second > most) continue
    const border = breakScore(pieces[count - 1]!.text, pieces[count]!.text)
    const cost = Math.abs(first + room - second) - border * CLAUSE_BONUS
    if (!best || cost < best.cost) best = { cost, lines }
  }
  return best?.lines ?? null
}

/**
 * Number of pieces to keep, so that the cut is after a sentence, a clause, a phrase or a pause; later cuts are
 * preferred.
 */
function bestCut(pieces: readonly Piece[], next: Piece): number {
  let best = { count: pieces.length, score: -Infinity }
  for (let count = Math.ceil(pieces.length / 3); count <= pieces.length; count++) {
    const [last, first] = [pieces[count - 1]!, pieces[count] ?? next]
    const breath = Math.min(1, Math.max(0, first.start - last.end))
    const score = breakScore(last.text, first.text) + breath + (0.5 * count) / pieces.length
    if (score > best.score) best = { count, score }
  }
  return best.count
}

function* groups(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let open: Piece[] = []
  for (const piece of pieces) {
    const last = open.at(-1)
    const width = open.reduce((sum, one) => sum + one.width, 0)
    if (
      last &&
      ((endsSentence(last.text) && width >= MIN_SENTENCE_COLUMNS) || piece.start - last.end >= CUE_PAUSE_SECONDS)
    ) {
      yield open
      open = []
    }
    while (
      open.length > 0 &&
      (piece.end - open[0]!.start > MAX_CUE_SECONDS || !toLines([...open, piece], LINE_WIDTH))
    ) {
      const count = bestCut(open, piece)
      yield open.slice(0, count)
      open = open.slice(count)
    }
    open.push(piece)
  }
  if (open.length > 0) yield open
}

function toMilliseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1000))
}

/** Makes times ascending: an interrupted cue ends at the interruption, and every cue lasts at least a millisecond. */
function makeAscending(cues: Cue[]): Cue[] {
  cues.sort((a, b) => a.start - b.start)
  let free = 0
  for (const [index, cue] of cues.entries()) {
    cue.start = Math.max(cue.start, free)
    const next = cues[index + 1]?.start ?? Infinity
    cue.end = Math.max(cue.start + 1, next > cue.start ? Math.min(cue.end, next) : cue.start + 1)
    free = cue.end
  }
  return cues
}

/** The cues of a transcript in order of time. */
export function toCues(blocks: readonly FileBlock[]): Cue[] {
  const cues: Cue[] = []
  for (const block of blocks) {
    for (const pieces of groups(piecesOf(block, LINE_WIDTH))) {
      const lines = (toLines(pieces, LINE_WIDTH) ?? []).filter((line) => widthOf(line) > 0)
      if (lines.length === 0) continue
      const [start, end] = [pieces[0]!.start, pieces.at(-1)!.end]
      cues.push({ start: toMilliseconds(start), end: toMilliseconds(end), lines, block, pieces })
    }
  }
  return makeAscending(cues)
}

/**
 * The cue with `columns` free at the beginning of its first line, for a name. What does not fit follows in a second cue
 * within the same time. A very long name may exceed the line.
 */
export function withRoom(cue: Cue, columns: number): readonly Cue[] {
  const room = Math.min(columns, LINE_WIDTH - MIN_TEXT_COLUMNS)
  // A piece that is wider than the rest of the first line is cut to fit.
  const pieces = cue.pieces.flatMap((piece, index) =>
    index === 0 && piece.width > LINE_WIDTH - room ? [...splitWide(piece, LINE_WIDTH - room)] : [piece],
  )
  const whole = toLines(pieces, LINE_WIDTH, room)
  if (whole) return [{ ...cue, lines: whole, pieces }]
  let fitting = pieces.length - 1
  while (fitting > 1 && !toLines(pieces.slice(0, fitting), LINE_WIDTH, room)) fitting--
  const count = bestCut(pieces.slice(0, fitting), pieces[fitting]!)
  const middle = toMilliseconds(pieces[count]!.start)
  // A cue that was shortened by an interruption may end before its second part begins.
  if (middle <= cue.start || middle >= cue.end) return [cue]
  const [first, second] = [pieces.slice(0, count), pieces.slice(count)]
  const lines = [toLines(first, LINE_WIDTH, room), toLines(second, LINE_WIDTH)]
  if (!lines[0] || !lines[1]) return [cue]
  return [
    {
      ...cue,
      end: Math.min(middle, Math.max(cue.start + 1, toMilliseconds(first.at(-1)!.end))),
      lines: lines[0],
      pieces: first,
    },
    { ...cue, start: middle, lines: lines[1], pieces: second },
  ]
}
