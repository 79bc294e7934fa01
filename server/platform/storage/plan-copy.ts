// Plans how ranges of several objects become one object. A bucket can copy ranges itself, but every part except the
// last needs at least 5 MiB. Smaller ranges are sent through this process, together with as much of the following range
// as fills a part.
export interface Piece {
  key: string
  /** First byte, inclusive. */
  from: number
  /** End, exclusive. */
  to: number
}

/** A part of an object: one range that the bucket copies, or several whose bytes are sent. */
export type CopyPart = { copy: Piece } | { send: readonly Piece[] }

const MIB = 1_048_576
/** Minimum size of every part except the last. */
export const PART = 5 * MIB

function sizeOf({ from, to }: Piece): number {
  return to - from
}

function splitAt(piece: Piece, size: number): [Piece, Piece] {
  const cut = Math.min(piece.to, piece.from + size)
  return [
    { ...piece, to: cut },
    { ...piece, from: cut },
  ]
}

/** Returns the parts in order. Every part except the last has at least `least` bytes, a copied part at most `most`. */
export function planCopy(pieces: readonly Piece[], { least = PART, most = 1_024 * MIB } = {}): CopyPart[] {
  const parts: CopyPart[] = []
  let small: Piece[] = []
  let smallSize = 0
  for (const piece of pieces) {
    for (let left = piece; sizeOf(left) > 0;) {
      const isCopied = smallSize === 0 && sizeOf(left) >= least
      const [head, rest] = splitAt(left, isCopied ? most : least - smallSize)
      left = rest
      if (isCopied) {
        parts.push({ copy: head })
        continue
      }
      small.push(head)
      smallSize += sizeOf(head)
      if (smallSize < least) continue
      parts.push({ send: small })
      small = []
      smallSize = 0
    }
  }
  return small.length > 0 ? [...parts, { send: small }] : parts
}
