/** A part of a text. `from` is the offset of its first character in the text, after `lead`. In UTF-16 code units. */
export interface Excerpt {
  /** With an ellipsis where the text is cut. */
  text: string
  from: number
  to: number
  /** Length of the ellipsis in front. */
  lead: number
}

/** True if a cut at `at` would divide a surrogate pair. */
function isWithinPair(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '')
}

/** At most `max` code units of a text, without ellipses, with the range from `start` as far as it fits. */
export function excerptAround(text: string, { start, max }: { start: number; max: number }): Excerpt {
  if (text.length <= max) return { text, from: 0, to: text.length, lead: 0 }
  let from = Math.max(0, Math.min(start - Math.floor(max / 4), text.length - max))
  let to = from + max
  if (isWithinPair(text, from)) from += 1
  if (isWithinPair(text, to)) to -= 1
  const lead = from > 0 ? 1 : 0
  return { text: (lead ? '…' : '') + text.slice(from, to) + (to < text.length ? '…' : ''), from, to, lead }
}
