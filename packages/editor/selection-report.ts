// Reports selected text: by mouse on button up, by touch and keyboard after a pause. A selection in progress or a
// composition is not reported.

import type { BlockRange } from '@kaiwa/transcript'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { attributesOf } from './schema.ts'

export interface TextSelected {
  /** One non-empty range per block, in reading order. */
  readonly ranges: readonly BlockRange[]
  /** Bounding box of both ends of the selection within the window, in CSS pixels of the viewport. */
  readonly rect: DOMRect
}

/** Delay (ms) after which a selection by keyboard or touch is complete. */
const SELECTION_PAUSE_MS = 200

/** The selected range of each block. */
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
  /** Call when the selection may have changed. */
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
  // The button may be released outside the transcript. ProseMirror reads the selection after this event.
  const release = () => {
    if (!isPointerDown) return
    isPointerDown = false
    settle(0)
  }
  document.addEventListener('pointerup', release, listen)
  document.addEventListener('pointercancel', release, listen)

  // In read mode, a click outside the selected text removes the browser's selection completely.
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
        // The end of a selection is reported without delay; this costs nothing while typing.
        if (last !== '') settle(0)
      } else settle(SELECTION_PAUSE_MS)
    },
    stop() {
      clearTimeout(timer)
      abort.abort()
    },
  }
}
