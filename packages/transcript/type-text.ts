// Text typed over a selection: as edits of a document, and as commands, which return the caret too.
import type { TextRange } from '@kaiwa/language/normalise.ts'
import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { toCodePoints } from './characters.ts'
import { cleanText } from './clean-text.ts'
import { editText } from './edit-text.ts'
import type { CreateUuid } from './divide-block.ts'
import { joinBlocks } from './join-blocks.ts'
import { collapse } from './merge-blocks.ts'

/** A range of one block's text, in UTF-16 code units. */
export interface BlockRange extends TextRange {
  readonly uuid: string
}

/** Types, deletes ('') or overwrites text in one block. Terms and tags move with the text; empty ones are dropped. */
export function typeText(document: EditableDocument, range: BlockRange, text: string): Edit | null {
  const block = blockToEdit(document, range.uuid)
  const { start, end } = toCodePoints(block.content, range)
  const typed = cleanText(text)
  if (start === end && typed === '') return null
  return edit(document, put(block, editText(block, [{ start, end, text: typed }])))
}

/** An offset in the text of a block, in UTF-16 code units. */
export interface TextPosition {
  readonly uuid: string
  readonly offset: number
}

/** A selection in reading order; a caret when `from` equals `to`. */
export interface SelectedRange {
  readonly from: TextPosition
  readonly to: TextPosition
}

/**
 * Replaces the selection from one place to a later one with `text` ('' deletes it). A selection over several blocks
 * collapses: the first block keeps its beginning and gets the text and the end of the last block; the others are
 * removed.
 */
export function replaceSelection(
  document: EditableDocument,
  { from, to }: SelectedRange,
  text: string,
  createUuid: CreateUuid,
): Edit | null {
  if (from.uuid === to.uuid) return typeText(document, { uuid: from.uuid, start: from.offset, end: to.offset }, text)
  const { blocks } = document
  const [head, tail] = [blockToEdit(document, from.uuid), blockToEdit(document, to.uuid)]
  const [first, last] = [blocks.indexOf(head.uuid), blocks.indexOf(tail.uuid)]
  if (first > last) return replaceSelection(document, { from: to, to: from }, text, createUuid)
  const whole = joinBlocks(head, tail, createUuid)
  const range = toCodePoints(whole.content, { start: from.offset, end: head.content.length + to.offset })
  const joined = editText(whole, [{ ...range, text: cleanText(text) }])
  return edit(document, collapse(document, { first, last, joined }))
}

export interface CommandResult {
  readonly edit: Edit
  readonly caret: TextPosition
}

/** Applies a key, an input event or a button to a selection. Returns null if nothing changes. */
export type Command = (document: EditableDocument, selected: SelectedRange) => CommandResult | null

export function isCaret({ from, to }: SelectedRange): boolean {
  return from.uuid === to.uuid && from.offset === to.offset
}

/** Replaces the selection with `text`. */
export function type(text: string, createUuid: CreateUuid): Command {
  return (document, selected) => {
    const { uuid, offset } = selected.from
    const done = replaceSelection(document, selected, text, createUuid)
    return done && { edit: done, caret: { uuid, offset: offset + cleanText(text).length } }
  }
}

/** Deletes the selection. No effect at a caret. */
export function remove(createUuid: CreateUuid): Command {
  return (document, selected) => (isCaret(selected) ? null : type('', createUuid)(document, selected))
}

/** Enter: replaces the selection with a line feed inside the block. */
export function newline(createUuid: CreateUuid): Command {
  return type('\n', createUuid)
}
