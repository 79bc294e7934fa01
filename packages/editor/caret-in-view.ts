import type { EditorView } from 'prosemirror-view'

/** Distance of the caret from an edge of the window, in CSS pixels, below which typing scrolls. */
export const SCROLL_THRESHOLD = 48

/**
 * Returns true when the caret is in the window and not near its edges, so nothing has to scroll. Otherwise ProseMirror
 * measures each element around the caret and tries to scroll it, which is a part of the cost of a key.
 */
export function isCaretInView(view: EditorView, scroller: HTMLElement): boolean {
  const caret = view.coordsAtPos(view.state.selection.head)
  const { top, bottom } = scroller.getBoundingClientRect()
  const height = visualViewport?.height ?? innerHeight
  return caret.top >= Math.max(top, 0) + SCROLL_THRESHOLD && caret.bottom <= Math.min(bottom, height) - SCROLL_THRESHOLD
}
