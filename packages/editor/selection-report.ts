// Tells of text that was selected: by mouse once the button is up, by touch and by keyboard once it rests. What is being
// selected, or composed, is not yet a selection to offer something for.

import type { BlockRange } from '@kaiwa/transcript'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { attributesOf } from './schema.ts'

export interface TextSelected {
  /** One range for each block, in reading order; none is empty. */
  readonly ranges: readonly BlockRange[]
  /** Around both ends of what is selected, as far as it is in the window; in CSS pixels of the viewport. */
  readonly rect: DOMRect
}

/** A pause (ms) after which a selection by keys or touch counts as made. */
const REST = 200

/** What is selected of each block. */
export function rangesOf({ doc, selection: { from, to } }: EditorView['state']): BlockRange[] {
  const ranges: BlockRange[] = []
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type.name !== 'block') return true
    const start = Math.max(0, from - position - 1)
    const end = Math.min(node.content.size, to - position - 1)
    if (start < end) ranges.push({ uuid: attributesOf(node).uuid, start, end })
    return false
  })
  return ranges
}

function rectOf(view: EditorView, scroller: HTMLElement): DOMRect {
  const { from, to } = view.state.selection
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
  const window = scroller.getBoundingClientRect()
  const clamp = (y: number) => Math.min(Math.max(y, window.top), window.bottom)
  const [top, bottom] = [clamp(start.top), clamp(end.bottom)]
  const isOneLine = end.top < start.bottom
  const [left, right] = isOneLine
    ? [start.left, end.right]
    : [view.dom.getBoundingClientRect().left, view.dom.getBoundingClientRect().right]
  return new DOMRect(left, top, right - left, bottom - top)
}

export interface SelectionReport {
  /** The selection may have changed. */
  changed(): void
  stop(): void
}

export function openSelectionReport(
  view: EditorView,
  scroller: HTMLElement,
  onSelect: (selection: TextSelected | null) => void,
): SelectionReport {
  const abort = new AbortController()
  let isPointerDown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  const report = () => {
    if (isPointerDown || view.composing) return
    const ranges = rangesOf(view.state)
    const key = JSON.stringify(ranges)
    if (key === last || (ranges.length === 0 && last === '')) return
    last = ranges.length === 0 ? '' : key
    onSelect(ranges.length === 0 ? null : { ranges, rect: rectOf(view, scroller) })
  }
  const settle = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(report, delay)
  }
  const listen = { signal: abort.signal, passive: true } as const
  view.dom.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isPointerDown = pointerType === 'mouse'
    },
    listen,
  )
  // The button may be let go anywhere. ProseMirror reads the selection just after.
  const release = () => {
    if (!isPointerDown) return
    isPointerDown = false
    settle(0)
  }
  document.addEventListener('pointerup', release, listen)
  document.addEventListener('pointercancel', release, listen)

  // A click beside a selected text that is only read takes the browser's selection away altogether.
  document.addEventListener(
    'selectionchange',
    () => {
      const { tr, selection } = view.state
      if (selection.empty || document.getSelection()?.rangeCount !== 0) return
      view.dispatch(tr.setSelection(TextSelection.near(selection.$head)))
    },
    listen,
  )

  return {
    changed() {
      if (view.state.selection.empty) {
        // That nothing is selected any more is said at once, and costs nothing while one types.
        if (last !== '') settle(0)
      } else settle(REST)
    },
    stop() {
      clearTimeout(timer)
      abort.abort()
    },
  }
}
