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

function total(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
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
  const left = [...pieces]
  for (let piece = left.shift(); piece; piece = left.shift()) {
    if (sizeOf(piece) === 0) continue
    const isCopied = small.length === 0 && sizeOf(piece) >= least
    const [head, rest] = splitAt(piece, isCopied ? most : least - total(small))
    left.unshift(rest)
    if (isCopied) parts.push({ copy: head })
    else if (total(small) + sizeOf(head) < least) small.push(head)
    else {
      parts.push({ send: [...small, head] })
      small = []
    }
  }
  return small.length > 0 ? [...parts, { send: small }] : parts
}
