// Copied and dragged text is plain text: one line per selected block. ProseMirror's own handlers are bypassed; they would
// parse 10 MB of HTML into a document. `inserted-text.ts` takes what is pasted and dropped.

import type { EditorView } from 'prosemirror-view'
import type { EditTarget } from './edit-target.ts'

export const PLAIN = 'text/plain'

export function openClipboard(editing: EditTarget) {
  let isDragged = false

  const selectedText = ({ state: { doc, selection } }: EditorView): string =>
    doc.textBetween(selection.from, selection.to, '\n')

  return {
    copy(view: EditorView, event: ClipboardEvent): boolean {
      // The shortcut may arrive before the browser's selectionchange event.
      editing.selectedRange()
      if (view.state.selection.empty) return false
      event.clipboardData?.setData(PLAIN, selectedText(view))
      event.preventDefault()
      return true
    },
    dragstart(view: EditorView, event: DragEvent): boolean {
      event.dataTransfer?.setData(PLAIN, selectedText(view))
      isDragged = true
      return true
    },
    dragend(): boolean {
      isDragged = false
      return true
    },
    /** Ends a drag with a drop. Returns true when a selection of this transcript was dragged. */
    drop(): boolean {
      const wasDragged = isDragged
      isDragged = false
      return wasDragged
    },
  }
}
