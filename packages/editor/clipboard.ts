// Copy, cut, paste and drop transfer plain text only: one line per selected block. ProseMirror's own handlers are
// bypassed; they would parse 10 MB of HTML into a document.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { CreateUuid } from '@kaiwa/transcript'
import type { EditorView } from 'prosemirror-view'
import { remove, type } from './commands.ts'
import type { Editing } from './editing.ts'
import { textPositionAt } from './text-positions.ts'
import type { RefusalReason } from './edit-refusal.ts'

const PLAIN = 'text/plain'

export interface ClipboardOptions {
  createUuid: CreateUuid
  onRefused(reason: RefusalReason): void
}

export function openClipboard(editing: Editing, { createUuid, onRefused }: ClipboardOptions) {
  /** True while a selection of this transcript is being dragged. */
  let isDragged = false

  const selectedText = ({ state: { doc, selection } }: EditorView): string =>
    doc.textBetween(selection.from, selection.to, '\n')

  const copy = (view: EditorView, event: ClipboardEvent): boolean => {
    // The shortcut may arrive before the browser's selectionchange event.
    editing.selectedRange()
    if (view.state.selection.empty) return false
    event.clipboardData?.setData(PLAIN, selectedText(view))
    event.preventDefault()
    return true
  }

  const insert = (text: string, continues = false): void => {
    // Cleaning turns CRLF into LF, so it can at most halve the length.
    if (text.length > 2 * LIMITS.blockLength) onRefused('too-long')
    else if (text !== '') editing.run(type(text, createUuid), { continues })
  }

  const drop = (view: EditorView, event: DragEvent): boolean => {
    event.preventDefault()
    const text = event.dataTransfer?.getData(PLAIN) ?? ''
    const hit = view.posAtCoords({ left: event.clientX, top: event.clientY })
    const dropped = hit && textPositionAt(view.state.doc, hit.pos)
    const { from, to } = view.state.selection
    const selected = editing.selectedRange()
    const isMove = isDragged && !event.ctrlKey
    isDragged = false
    if (!dropped || !selected || text === '' || (isMove && hit.pos >= from && hit.pos <= to)) return true
    // A move deletes the dragged text first. The rest of its last block then moves up, so the drop offset is adjusted.
    if (isMove && !editing.run(remove(createUuid))) return true
    const isMoved = isMove && hit.pos > to && dropped.uuid === selected.to.uuid
    const caret = isMoved
      ? { uuid: selected.from.uuid, offset: selected.from.offset + dropped.offset - selected.to.offset }
      : dropped
    editing.select({ anchor: caret, head: caret })
    insert(text, isMove)
    return true
  }

  return {
    copy,
    cut: (view: EditorView, event: ClipboardEvent): boolean => {
      if (copy(view, event)) editing.run(remove(createUuid))
      return true
    },
    paste: (_view: EditorView, event: ClipboardEvent): boolean => {
      event.preventDefault()
      insert(event.clipboardData?.getData(PLAIN) ?? '')
      return true
    },
    dragstart: (view: EditorView, event: DragEvent): boolean => {
      event.dataTransfer?.setData(PLAIN, selectedText(view))
      isDragged = true
      return true
    },
    dragend: (): boolean => {
      isDragged = false
      return true
    },
    drop,
  }
}
