import type { EditorView } from 'prosemirror-view'
import type { TextPosition } from '@kaiwa/transcript'
import { textPositionAt } from './text-positions.ts'

/** The position before the character at a point; null outside the text. */
export function characterAtPoint(view: EditorView, left: number, top: number): TextPosition | null {
  const hit = view.posAtCoords({ left, top })
  if (!hit) return null
  const $hit = view.state.doc.resolve(hit.pos)
  if ($hit.parent.type.name !== 'block') return null
  // A click on the right half of a character resolves to the position after it, which may belong to the next word.
  const before = left < view.coordsAtPos(hit.pos).left && $hit.parentOffset > 0
  return textPositionAt(view.state.doc, before ? hit.pos - 1 : hit.pos)
}
