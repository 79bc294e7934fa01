import type { BlockRange } from '@kaiwa/transcript'
import type { Rect } from './place-popover.ts'

/** A selection of the transcript: its ranges, and where it stands on the page, which lives on when the focus leaves it. */
export interface SelectedText {
  ranges: readonly BlockRange[]
  range: Range
}

/** Two selections of the same text are one. */
export const keyOf = (ranges: readonly BlockRange[]): string =>
  ranges.map(({ uuid, start, end }) => `${uuid} ${start} ${end}`).join(',')

const HELD = 'kaiwa-held'

/** Shows a selection that has lost the focus, and so its colour; the answer takes the mark away. */
export function holdSelection({ range }: SelectedText): () => void {
  if (typeof Highlight !== 'function') return () => undefined
  CSS.highlights.set(HELD, new Highlight(range))
  return () => void CSS.highlights.delete(HELD)
}

/** Selects it again, and gives the focus back to the text where that is edited. */
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

/** The first or last character of a range, as a range of its own. */
function edgeOf(range: Range, isEnd: boolean): DOMRect {
  const edge = range.cloneRange()
  const { startContainer, startOffset, endContainer, endOffset } = range
  if (isEnd && endContainer instanceof Text) edge.setStart(endContainer, Math.max(0, endOffset - 1))
  if (!isEnd && startContainer instanceof Text)
    edge.setEnd(startContainer, Math.min(startContainer.length, startOffset + 1))
  return edge.getBoundingClientRect()
}

/**
 * Where selected text stands in the window, told from its two ends: what lies between them may be thousands of blocks that
 * the browser has not laid out, and would for the question.
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
