// Edit commands as pure functions. A command takes a document and a selection and returns the edit and the new caret,
// or null when it does not apply. Keys, input events and buttons all run these.

import {
  cleanText,
  insertNewline,
  mergeBack as joinBack,
  mergeForward as joinForward,
  replaceSelection,
  splitBlock,
} from '@kaiwa/transcript'
import type { CreateUuid, Edit, EditableDocument, TextPosition } from '@kaiwa/transcript'

/** A selection in reading order; a caret when `from` equals `to`. */
export interface SelectedRange {
  readonly from: TextPosition
  readonly to: TextPosition
}

export interface CommandResult {
  readonly edit: Edit
  readonly caret: TextPosition
}

/** Returns null when the command has no effect. */
export type Command = (document: EditableDocument, selected: SelectedRange) => CommandResult | null

export function isCaret({ from, to }: SelectedRange): boolean {
  return from.uuid === to.uuid && from.offset === to.offset
}

function resultOf(edit: Edit | null, caret: TextPosition): CommandResult | null {
  return edit && { edit, caret }
}

/** Replaces the selection with `text` ('' deletes it). A selection over several blocks collapses into one block. */
export function type(text: string, createUuid: CreateUuid): Command {
  return (document, { from, to }) =>
    resultOf(replaceSelection(document, { from, to }, text, createUuid), {
      uuid: from.uuid,
      offset: from.offset + cleanText(text).length,
    })
}

/** Deletes the selection. No effect at a caret. */
export function remove(createUuid: CreateUuid): Command {
  return (document, selected) => (isCaret(selected) ? null : type('', createUuid)(document, selected))
}

/** Enter: replaces the selection with a line feed inside the block. */
export function newline(createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { from, to } = selected
    if (from.uuid !== to.uuid) return type('\n', createUuid)(document, selected)
    const edit = insertNewline(document, { uuid: from.uuid, start: from.offset, end: to.offset })
    return resultOf(edit, { uuid: from.uuid, offset: from.offset + 1 })
  }
}

/** Ctrl/Cmd+Enter: splits the block at the caret or at the start of the selection. */
export function split(createUuid: CreateUuid): Command {
  return (document, { from }) => {
    const edit = splitBlock(document, from, createUuid)
    const made = edit?.changes.find((change) => change.type === 'insert')
    return resultOf(edit, made ? { uuid: made.block.uuid, offset: 0 } : { uuid: from.uuid, offset: 0 })
  }
}

/** Backspace at the start of a block: merges it into the previous one. */
export function mergeBack(createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { uuid, offset } = selected.from
    if (!isCaret(selected) || offset > 0) return null
    const edit = joinBack(document, uuid, createUuid)
    const target = document.blocks.at(document.blocks.indexOf(uuid) - 1)
    return target ? resultOf(edit, { uuid: target.uuid, offset: target.content.length }) : null
  }
}

/** Delete at the end of a block: merges the next one into it. */
export function mergeForward(createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { uuid, offset } = selected.from
    const { length } = document.blocks.get(uuid)?.content ?? ''
    if (!isCaret(selected) || offset < length) return null
    return resultOf(joinForward(document, uuid, createUuid), { uuid, offset: length })
  }
}
