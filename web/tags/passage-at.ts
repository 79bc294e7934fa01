import type { EditableBlock } from '@kaiwa/transcript'
import { passagesOfBlock } from './tag-usage.ts'
import type { Passage } from './tag-usage.ts'

/** The passages of a block that contain the character at `offset` (UTF-16 code units). */
export function passagesAround(block: EditableBlock, offset: number): Passage[] {
  return passagesOfBlock(block).filter(
    (passage) => offset >= passage.offset && offset < passage.offset + passage.text.length,
  )
}

/** A character of a block, and the rectangle of its glyph in the window. */
export interface Glyph {
  uuid: string
  offset: number
  rect: DOMRect
}

/** The character at a point of the window; null outside the transcript's text. */
export function glyphAt(x: number, y: number): Glyph | null {
  const caret = document.caretPositionFromPoint?.(x, y)
  const node = caret?.offsetNode
  if (!caret || !(node instanceof Text)) return null
  const text = node.parentElement?.closest<HTMLElement>('.kaiwa-text')
  const uuid = text?.closest<HTMLElement>('[data-block]')?.dataset['block']
  if (!text || uuid === undefined) return null
  // On the right half of a character, the caret position is after it.
  const range = document.createRange()
  for (const start of [caret.offset, caret.offset - 1]) {
    if (start < 0 || start >= node.length) continue
    range.setStart(node, start)
    range.setEnd(node, start + 1)
    const rect = range.getBoundingClientRect()
    if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) continue
    const before = document.createRange()
    before.setStart(text, 0)
    before.setEnd(node, start)
    return { uuid, offset: before.toString().length, rect }
  }
  return null
}
