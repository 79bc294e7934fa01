import type { TextRange } from '@kaiwa/language/normalise.ts'
import { edit, put } from './change.ts'
import type { Edit } from './change.ts'
import { toCodePoints } from './characters.ts'
import { cleanText } from './clean-text.ts'
import { editText } from './edit-text.ts'
import { blockToEdit } from './editable-document.ts'
import type { EditableDocument } from './editable-document.ts'

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
export const insertNewline = (document: EditableDocument, range: BlockRange): Edit | null =>
  typeText(document, range, '\n')
