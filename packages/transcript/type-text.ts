import type { TextRange } from '@kaiwa/language/normalise.ts'
import { edit, put } from './apply-all.ts'
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

/** Enter: inserts a line feed into the block. */
export function insertNewline(document: EditableDocument, range: BlockRange): Edit | null {
  return typeText(document, range, '\n')
}

/** An offset in the text of a block, in UTF-16 code units. */
export interface TextPosition {
  readonly uuid: string
  readonly offset: number
}

/**
 * Replaces the selection from one place to a later one with `text` ('' deletes it). A selection over several blocks
 * collapses: the first block keeps its beginning and gets the text and the end of the last block; the others are
 * removed.
 */
export function replaceSelection(
  document: EditableDocument,
  { from, to }: { from: TextPosition; to: TextPosition },
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
