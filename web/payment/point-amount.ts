// The number of points in the purchase dialog.
import { LIMITS } from '@kaiwa/contract/limits.ts'

const { pointsMin, pointsMax, pointStep } = LIMITS

/** Reads what was typed, in half-width or full-width digits with or without commas; null unless it is a whole number. */
export function parsePoints(typed: string): number | null {
  const plain = typed.normalize('NFKC').replaceAll(/[,、\s]/g, '')
  return /^\d{1,12}$/.test(plain) ? Number(plain) : null
}

/** The problem of a number of points, as the key of its text; null if it can be bought. */
export function problemOf(points: number | null): 'required' | 'minNumber' | 'maxNumber' | null {
  if (points === null) return 'required'
  if (points < pointsMin) return 'minNumber'
  return points > pointsMax ? 'maxNumber' : null
}

/** The number after a press of plus or minus; it never leaves the allowed range. */
export function step(points: number | null, direction: 1 | -1): number {
  const next = (points ?? 0) + direction * pointStep
  return Math.min(pointsMax, Math.max(pointsMin, next))
}

/** Minus does nothing at the minimum or without a number. */
export function canDecrease(points: number | null): boolean {
  return points !== null && points > pointsMin
}

export function canIncrease(points: number | null): boolean {
  return points === null || points < pointsMax
}
