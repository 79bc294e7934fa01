// Own code: @tanstack/react-virtual adds 4 % to the first load of the folder page, which shows the tree (decision 73).

/** The visible part of a long list: rows `from` (inclusive) to `to` (exclusive), and the top of each row. */
export interface ListWindow {
  from: number
  to: number
  /** Top of every row in CSS pixels; the last entry is the total height. */
  tops: readonly number[]
}

export function topsOf(heights: readonly number[]): number[] {
  const tops = [0]
  for (const height of heights) tops.push(tops.at(-1)! + height)
  return tops
}

/** Rows within `height` pixels from `scrolled`, plus one on each side. */
export function listWindow(tops: readonly number[], scrolled: number, height: number): ListWindow {
  const count = tops.length - 1
  let from = 0
  while (from < count && tops[from + 1]! <= scrolled) from++
  let to = from
  while (to < count && tops[to]! < scrolled + height) to++
  return { from: Math.max(0, from - 1), to: Math.min(count, to + 1), tops }
}

/** The scroll position at which a row is fully visible; unchanged when it already is. */
export function scrollToRow(tops: readonly number[], row: number, scrolled: number, height: number): number {
  const top = tops[row]!
  const bottom = tops[row + 1]!
  if (top < scrolled) return top
  return bottom > scrolled + height ? bottom - height : scrolled
}
