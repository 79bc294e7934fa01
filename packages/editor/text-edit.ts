/** A piece of a text (UTF-16) and what stands there now. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The one piece in which two texts differ. Where several would do (あ typed between two あ) it is the one in `near`, the
 * range that is known to have been replaced.
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

/** The piece in which two texts differ, as small as it can be. */
export const smallestEdit = (before: string, after: string): TextEdit =>
  textEdit(before, after, { start: before.length, end: 0 })
