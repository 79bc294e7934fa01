import type { EditorView } from 'prosemirror-view'
import type { Place } from '@kaiwa/transcript'
import { placeAt } from './positions.ts'

/** The character under a point, as the place in front of it; null outside the text. */
export function characterAtPoint(view: EditorView, left: number, top: number): Place | null {
  const hit = view.posAtCoords({ left, top })
  if (!hit) return null
  const $hit = view.state.doc.resolve(hit.pos)
  if ($hit.parent.type.name !== 'block') return null
  // A click on the right half of a character gives the position behind it, which may belong to the next word.
  const before = left < view.coordsAtPos(hit.pos).left && $hit.parentOffset > 0
  return placeAt(view.state.doc, before ? hit.pos - 1 : hit.pos)
}
