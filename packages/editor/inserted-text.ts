// Paste and drop insert plain text only; see `clipboard.ts`.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { CreateUuid } from '@kaiwa/transcript'
import { remove, type } from '@kaiwa/transcript/type-text.ts'
import type { EditorView } from 'prosemirror-view'
import { PLAIN } from './clipboard.ts'
import type { EditTarget } from './edit-target.ts'
import { textPositionAt } from './text-positions.ts'
import type { RefusalReason } from './edit-refusal.ts'

export interface InsertedTextOptions {
  createUuid: CreateUuid
  onRefused(reason: RefusalReason): void
}

export function openInsertedText(editing: EditTarget, { createUuid, onRefused }: InsertedTextOptions) {
  const insert = (text: string, continues = false): void => {
    // Cleaning turns CRLF into LF, so it can at most halve the length.
    if (text.length > 2 * LIMITS.blockLength) onRefused('too-long')
    else if (text !== '') editing.run(type(text, createUuid), { continues })
  }

  return {
    removeSelection: (): boolean => editing.run(remove(createUuid)),
    paste: (event: ClipboardEvent): void => insert(event.clipboardData?.getData(PLAIN) ?? ''),
    /** `isOwn`: the dropped text is the selection of this transcript, which is moved unless Ctrl is held. */
    drop(view: EditorView, event: DragEvent, isOwn: boolean): void {
      const text = event.dataTransfer?.getData(PLAIN) ?? ''
      const hit = view.posAtCoords({ left: event.clientX, top: event.clientY })
      const dropped = hit && textPositionAt(view.state.doc, hit.pos)
      const { from, to } = view.state.selection
      const selected = editing.selectedRange()
      const isMove = isOwn && !event.ctrlKey
      if (!dropped || !selected || text === '' || (isMove && hit.pos >= from && hit.pos <= to)) return
      // A move deletes the dragged text first. The rest of its last block then moves up, so the drop offset is adjusted.
      if (isMove && !editing.run(remove(createUuid))) return
      const isMoved = isMove && hit.pos > to && dropped.uuid === selected.to.uuid
      const caret = isMoved
        ? { uuid: selected.from.uuid, offset: selected.from.offset + dropped.offset - selected.to.offset }
        : dropped
      editing.select({ anchor: caret, head: caret })
      insert(text, isMove)
    },
  }
}
