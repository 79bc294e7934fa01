import type { Piece } from '../platform/storage/plan-copy.ts'

export type Part = {
  /** Its key. */
  name: string
  /** First byte of the upload that it holds. */
  start: number
  /** The byte after its last one. */
  end: number
}

/** The part that a key tells of; null for any other key. */
export const readPart = (key: string): Part | null => {
  const [, start, end] = /\/(\d{15})-(\d{15})$/.exec(key) ?? []
  return start === undefined || end === undefined ? null : { name: key, start: Number(start), end: Number(end) }
}

/**
 * Which bytes of which parts (`from` up to, not including, `to`, within the part) make up the first `length` bytes. Parts
 * may overlap: a request that was not acknowledged left one. Null when something is missing.
 */
export const planJoin = (parts: readonly Part[], length: number): Piece[] | null => {
  const plan: Piece[] = []
  for (let at = 0; at < length;) {
    const usable = parts.filter(({ start, end }) => start <= at && end > at)
    const [longest] = usable.sort((a, b) => b.end - a.end)
    if (!longest) return null
    const end = Math.min(longest.end, length)
    plan.push({ key: longest.name, from: at - longest.start, to: end - longest.start })
    at = end
  }
  return plan
}
