/** The part of a long list that is in sight: rows `from` to (not including) `to`, and where each begins. */
export interface ListWindow {
  from: number
  to: number
  /** Top of every row in CSS pixels, and after the last one the height of the whole. */
  tops: readonly number[]
}

export function topsOf(heights: readonly number[]): number[] {
  const tops = [0]
  for (const height of heights) tops.push(tops.at(-1)! + height)
  return tops
}

/** Rows that touch the `height` pixels from `scrolled` on, with one more on either side. */
export function listWindow(tops: readonly number[], scrolled: number, height: number): ListWindow {
  const count = tops.length - 1
  let from = 0
  while (from < count && tops[from + 1]! <= scrolled) from++
  let to = from
  while (to < count && tops[to]! < scrolled + height) to++
  return { from: Math.max(0, from - 1), to: Math.min(count, to + 1), tops }
}

/** How far a list must be scrolled for a row to be seen whole; as far as it is when it is seen already. */
export function scrollToRow(tops: readonly number[], row: number, scrolled: number, height: number): number {
  const top = tops[row]!
  const bottom = tops[row + 1]!
  if (top < scrolled) return top
  return bottom > scrolled + height ? bottom - height : scrolled
}
