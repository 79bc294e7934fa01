const CR = 13
const LF = 10

/**
 * Counts the rows of a CSV while its pieces arrive, without the heading. A line break within a cell is a single LF, so that
 * only ends of rows are counted.
 */
export function openRowCounter() {
  let rows = -1
  let last = 0
  return (piece: Uint8Array): number => {
    for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, at + 1))
      if ((at === 0 ? last : piece[at - 1]) === CR) rows += 1
    last = piece.at(-1) ?? last
    return Math.max(0, rows)
  }
}
