/** A range of a text (UTF-16) and its replacement. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The single edit that turns `before` into `after`. When several edits are possible (あ typed between two あ), it is the
 * one within `near`, the range known to be replaced.
 */
export function textEdit(before: string, after: string, near: { start: number; end: number }): TextEdit {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < Math.min(shorter, near.start) && before[start] === after[start]) start++
  const most = Math.min(shorter - start, before.length - Math.max(start, near.end))
  let tail = 0
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

/** The smallest edit that turns `before` into `after`. */
export function smallestEdit(before: string, after: string): TextEdit {
  return textEdit(before, after, { start: before.length, end: 0 })
}
