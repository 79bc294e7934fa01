import type { Piece } from '../platform/storage/plan-copy.ts'

export interface Part {
  /** Key of its object. */
  name: string
  /** Offset of its first byte in the upload. */
  start: number
  /** Offset after its last byte. */
  end: number
}

/** Parses the key of a part; null for any other key. Parts of earlier versions have no id of their request. */
export function readPart(key: string): Part | null {
  const [, start, end] = /\/(\d{15})-(\d{15})(?:-[\da-f-]{36})?$/.exec(key) ?? []
  return start === undefined || end === undefined ? null : { name: key, start: Number(start), end: Number(end) }
}

/** The bytes `from` to `to` (exclusive) of an upload. */
export interface Span {
  from: number
  to: number
}

/** Plans the reading of a span like `planJoin`. The plan ends early where bytes are missing. */
export function planRange(parts: readonly Part[], { from, to }: Span): Piece[] {
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const plan: Piece[] = []
  let next = 0
  let longest: Part | undefined
  for (let at = from; at < to;) {
    for (let part = sorted[next]; part && part.start <= at; part = sorted[++next]) {
      if (!longest || part.end > longest.end) longest = part
    }
    if (!longest || longest.end <= at) break
    const end = Math.min(longest.end, to)
    plan.push({ key: longest.name, from: at - longest.start, to: end - longest.start })
    at = end
  }
  return plan
}

export function sizeOfPlan(plan: readonly Piece[]): number {
  return plan.reduce((sum, { from, to }) => sum + to - from, 0)
}

/**
 * Plans which bytes (`from` inclusive, `to` exclusive, within the part) of which parts make up the first `length`
 * bytes. Parts may overlap after a request that was not acknowledged. Null when bytes are missing.
 */
export function planJoin(parts: readonly Part[], length: number): Piece[] | null {
  const plan = planRange(parts, { from: 0, to: length })
  return sizeOfPlan(plan) === length ? plan : null
}
