// How offsets move when pieces of a text are replaced. The rule is the one of the editor's view: what is typed at the
// edge of a word stays outside, what is typed inside belongs to it, and a word that is overwritten exactly keeps its place.

import type { TextRange } from '@kaiwa/language/normalise.ts'

/** Replaces `start` to `end` (UTF-16 code units of the old text) by `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const growth = ({ start, end, text }: TextEdit): number => text.length - (end - start)

/** Edits in order, none beginning before the one in front ends, insertions touching none, with the growth of all in front of each. */
export interface EditMap {
  readonly edits: readonly TextEdit[]
  readonly shifts: readonly number[]
}

export function toEditMap(edits: readonly TextEdit[]): EditMap {
  const shifts: number[] = []
  let shift = 0
  for (const edit of edits) {
    shifts.push(shift)
    shift += growth(edit)
  }
  return { edits, shifts }
}

/** The first edit that ends at or behind an offset. */
function firstEnding({ edits }: EditMap, offset: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (edits[middle]!.end < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Where an offset goes; one that is overwritten goes to the front or, as the start of a range, behind the new text. */
function mapOffset(map: EditMap, offset: number, isStart: boolean): number {
  const { edits, shifts } = map
  const first = firstEnding(map, offset)
  const last = edits.at(-1)
  if (!last) return offset
  let shift = shifts[first] ?? shifts.at(-1)! + growth(last)
  for (let index = first; index < edits.length; index++) {
    const edit = edits[index]!
    const { start, end, text } = edit
    if (start > offset) break
    if (end > offset) return start === offset ? offset + shift : start + shift + (isStart ? text.length : 0)
    if (start === end && !isStart) break
    shift += growth(edit)
  }
  return offset + shift
}

/** Where a range (not empty) goes; null when nothing of it is left. */
export function mapRange(map: EditMap, range: TextRange): TextRange | null {
  const start = mapOffset(map, range.start, true)
  const end = mapOffset(map, range.end, false)
  return end > start ? { start, end } : null
}

/** The text after the edits. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let from = 0
  let edited = ''
  for (const edit of edits) {
    edited += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return edited + text.slice(from)
}
