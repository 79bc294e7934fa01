import { breakScore } from './break-score.ts'
import type { Piece } from './pieces.ts'
import { widthOf } from './display-width.ts'

/**
 * Number of columns by which a line may be longer than the other in order to end with a clause; twice as many for a
 * sentence.
 */
const CLAUSE_BONUS = 12

/** The text of pieces in one line: line breaks of the transcript become spaces. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Arranges pieces in one or two lines of at most `most` columns each; null if they do not fit. */
export function toLines(pieces: readonly Piece[], most: number): string[] | null {
  // A quick check: joining the pieces can only add white space.
  const least = pieces.reduce((sum, { width }) => sum + width, 0)
  if (least > most * 2) return null
  if (least <= most) {
    const whole = textOf(pieces)
    if (widthOf(whole) <= most) return [whole]
  }
  let best: { cost: number; lines: string[] } | null = null
  let front = 0
  for (let count = 1; count < pieces.length; count++) {
    front += pieces[count - 1]!.width
    if (front > most) break
    if (least - front > most) continue
    const lines = [textOf(pieces.slice(0, count)), textOf(pieces.slice(count))]
    const [first = 0, second = 0] = lines.map(widthOf)
    if (first > most || second > most) continue
    const border = breakScore(pieces[count - 1]!.text, pieces[count]!.text)
    const cost = Math.abs(first - second) - border * CLAUSE_BONUS
    if (!best || cost < best.cost) best = { cost, lines }
  }
  return best?.lines ?? null
}
