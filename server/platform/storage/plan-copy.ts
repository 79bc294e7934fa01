// How several ranges of objects become one object: a bucket copies ranges by itself, but takes parts of 5 MiB at least, except
// the last. What is smaller passes through this process, with just so much of what follows as makes a part.
export type Piece = {
  key: string
  /** First byte. */
  from: number
  /** The byte after its last one. */
  to: number
}

/** A part of an object: one range that the bucket copies, or ranges whose bytes are sent. */
export type CopyPart = { copy: Piece } | { send: readonly Piece[] }

const MIB = 1_048_576
/** The least that a part may have, but the last. */
export const PART = 5 * MIB
const sizeOf = ({ from, to }: Piece): number => to - from
const total = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)

const splitAt = (piece: Piece, size: number): [Piece, Piece] => {
  const cut = Math.min(piece.to, piece.from + size)
  return [
    { ...piece, to: cut },
    { ...piece, from: cut },
  ]
}

/** Parts in order, each of `least` bytes or more but the last, a copied one of `most` or fewer. */
export const planCopy = (pieces: readonly Piece[], { least = PART, most = 1_024 * MIB } = {}): CopyPart[] => {
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
