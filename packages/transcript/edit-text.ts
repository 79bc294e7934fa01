import type { EditableBlock } from './editable-block.ts'
import { editedText, type EditMap, mapRange, type TextEdit, toEditMap } from './map-offset.ts'

interface Passage {
  readonly text: string
  readonly offset: number
}

/**
 * Moves passages (terms, tags) to the edited text. Passages that become empty are dropped; unchanged ones are reused.
 */
export function movePassages<T extends Passage>(passages: readonly T[], map: EditMap, text: string): readonly T[] {
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
      if (range) moved.push({ ...passage, offset: range.start, text: content! })
    }
  }
  return isSame ? passages : moved
}

/** Replaces ranges of a block's text. The edits must be sorted, not overlap and cut no surrogate pair. */
export function editText(block: EditableBlock, edits: readonly TextEdit[]): EditableBlock {
  const content = editedText(block.content, edits)
  const map = toEditMap(edits)
  const terms = movePassages(block.terms, map, content)
  const tags = movePassages(block.tags, map, content)
  if (content === block.content && terms === block.terms && tags === block.tags) return block
  return { ...block, content, terms, tags }
}
