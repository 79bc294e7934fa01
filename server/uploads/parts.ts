import type { Piece } from '../platform/storage/plan-copy.ts'

export interface Part {
  /** Key of its object. */
  name: string
  /** Offset of its first byte in the upload. */
  start: number
  /** Offset after its last byte. */
  end: number
}

/** Parses the key of a part; null for any other key. */
export function readPart(key: string): Part | null {
  const [, start, end] = /\/(\d{15})-(\d{15})$/.exec(key) ?? []
  return start === undefined || end === undefined ? null : { name: key, start: Number(start), end: Number(end) }
}

/**
 * Plans which bytes (`from` inclusive, `to` exclusive, within the part) of which parts make up the first `length`
 * bytes. Parts may overlap after a request that was not acknowledged. Null when bytes are missing.
 */
export function planJoin(parts: readonly Part[], length: number): Piece[] | null {
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
