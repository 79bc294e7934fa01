// Replaces ranges of a text and moves what refers to it: offsets, terms and tags. The rules match those of the editor's
// view: text typed at the edge of a word is outside the word, text typed inside belongs to it, and a word that is
// replaced exactly keeps its place.
import type { TextRange } from '@kaiwa/language/normalise.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from './editable-block.ts'

/** Replaces the range from `start` to `end` (UTF-16 code units of the old text) with `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function growth({ start, end, text }: TextEdit): number {
  return text.length - (end - start)
}

/**
 * Sorted edits with the total length change before each. Edits do not overlap, and insertions do not touch other edits.
 */
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

/** Index of the first edit that ends at or after an offset. */
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

/**
 * Maps an offset. An offset inside a replaced range maps to the range's start, or after the new text when it starts a
 * range.
 */
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

/** Maps a range that is not empty; null when nothing of it is left. */
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

interface Passage {
  readonly text: string
  readonly offset: number
}

/**
 * Moves passages (terms, tags) to the edited text. Passages that become empty are dropped; unchanged ones are reused.
 * `withNewText` is called with each passage whose text changes.
 */
export function movePassages<T extends Passage>(
  passages: readonly T[],
  map: EditMap,
  text: string,
  withNewText: (passage: T) => T = (passage) => passage,
): readonly T[] {
  const first = map.edits[0]
  if (!first) return passages
  const moved: T[] = []
  let isSame = true
  for (const passage of passages) {
    const end = passage.offset + passage.text.length
    if (end <= first.start) {
      moved.push(passage)
      continue
    }
    const range = mapRange(map, { start: passage.offset, end })
    const content = range && text.slice(range.start, range.end)
    if (range && range.start === passage.offset && content === passage.text) moved.push(passage)
    else {
      isSame = false
      if (range) {
        const known = content === passage.text ? passage : withNewText(passage)
        moved.push({ ...known, offset: range.start, text: content! })
      }
    }
  }
  return isSame ? passages : moved
}

/** Marks a word that a user has changed as certain: its text is no longer that of the recogniser. */
function confirmed(term: Term): Term {
  return { ...term, confidence: 1 }
}

/** Replaces ranges of a block's text. The edits must be sorted, not overlap and cut no surrogate pair. */
export function editText(block: EditableBlock, edits: readonly TextEdit[]): EditableBlock {
  const content = editedText(block.content, edits)
  const map = toEditMap(edits)
  const terms = movePassages(block.terms, map, content, confirmed)
  const tags = movePassages(block.tags, map, content)
  if (content === block.content && terms === block.terms && tags === block.tags) return block
  return { ...block, content, terms, tags }
}
