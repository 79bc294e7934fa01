import type { BlockRange } from '@kaiwa/transcript'
import type { Rect } from './popover-position.ts'

/** A selection in the transcript: its ranges, and its DOM range, which stays valid when the focus moves away. */
export interface SelectedText {
  ranges: readonly BlockRange[]
  range: Range
}

/** Key by which selections of the same text are equal. */
export function keyOf(ranges: readonly BlockRange[]): string {
  return ranges.map(({ uuid, start, end }) => `${uuid} ${start} ${end}`).join(',')
}

const HELD = 'kaiwa-held'

/** Highlights a selection that has lost the focus. Returns the function that removes the highlight. */
export function highlightSelection({ range }: SelectedText): () => void {
  if (typeof Highlight !== 'function') return () => undefined
  CSS.highlights.set(HELD, new Highlight(range))
  return () => void CSS.highlights.delete(HELD)
}

/** Restores the selection and, in edit mode, the focus in the text. */
export function restoreSelection({ range }: SelectedText): void {
  const { startContainer } = range
  const text = startContainer instanceof Element ? startContainer : startContainer.parentElement
  text?.closest<HTMLElement>('[contenteditable=true]')?.focus({ preventScroll: true })
  if (document.activeElement instanceof HTMLElement && !document.activeElement.isContentEditable)
    document.activeElement.blur()
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/** Rectangle of the first or last character of a range. */
function edgeOf(range: Range, isEnd: boolean): DOMRect {
  const edge = range.cloneRange()
  const { startContainer, startOffset, endContainer, endOffset } = range
  if (isEnd && endContainer instanceof Text) edge.setStart(endContainer, Math.max(0, endOffset - 1))
  if (!isEnd && startContainer instanceof Text)
    edge.setEnd(startContainer, Math.min(startContainer.length, startOffset + 1))
  return edge.getBoundingClientRect()
}

/**
 * Position of selected text in the window, computed from its two ends only: measuring the text between them would force
 * the layout of thousands of blocks.
 */
export function rectOf({ range }: SelectedText, column: Element | null): Rect {
  const start = edgeOf(range, false)
  const end = edgeOf(range, true)
  const isOneLine = end.top < start.bottom
  const lines = isOneLine ? null : column?.getBoundingClientRect()
  return {
    top: start.top,
    bottom: end.bottom,
    left: lines?.left ?? start.left,
    right: lines?.right ?? end.right,
  }
}
