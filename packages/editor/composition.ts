// While a text is composed (Japanese input, dead keys, most keyboards of phones) it belongs to the browser and its input
// method: the page shows every step, the session hears of the result. So an undo takes a composition back as a whole, no
// half-converted kana are ever saved, and nothing on the page is redrawn under the input method's hands.

import { applyAll, typeText } from '@kaiwa/transcript'
import type { Edit, EditableDocument } from '@kaiwa/transcript'
import type { Transaction } from 'prosemirror-state'
import type { Node } from 'prosemirror-model'
import { locate } from './positions.ts'
import { readSteps } from './read-steps.ts'
import { textEdit } from './text-edit.ts'

/** A text that is being composed in a block, and the document as it was before. */
export interface Composition {
  readonly uuid: string
  readonly document: EditableDocument
  /** What of the text (UTF-16) the composition stands in place of. */
  readonly range: { readonly start: number; readonly end: number }
}

/** The block in which a transaction does all that it does; null when it touches more. */
export function blockOfSteps(transaction: Transaction): string | null {
  const [first, ...others] = readSteps(transaction) ?? []
  if (!first) return null
  const { uuid } = first.selected.from
  return [first, ...others].every(({ selected }) => selected.from.uuid === uuid && selected.to.uuid === uuid)
    ? uuid
    : null
}

/** The composition that begins with a transaction. */
export function beginComposition(transaction: Transaction, document: EditableDocument): Composition {
  const { from, to } = readSteps(transaction)![0]!.selected
  return { uuid: from.uuid, document, range: { start: from.offset, end: to.offset } }
}

/** What was composed, as an edit of `document`, which may have gone on meanwhile; null when it left nothing. */
export function composed(
  { uuid, document: then, range }: Composition,
  page: Node,
  document: EditableDocument,
): Edit | null {
  const before = then.blocks.get(uuid)
  const shown = locate(page, uuid)
  if (!before || !shown) return null
  const { start, end, text } = textEdit(before.content, shown.node.textContent, range)
  const edit = typeText(then, { uuid, start, end }, text)
  if (!edit || document.blocks === then.blocks) return edit
  return { ...edit, document: applyAll(document, edit.changes) }
}

/** Where an offset of the composing block's text stands on the page. */
export function shiftOffset({ uuid, document, range }: Composition, page: Node, offset: number): number {
  const before = document.blocks.get(uuid)?.content.length ?? 0
  const grown = (locate(page, uuid)?.node.content.size ?? before) - before
  if (offset <= range.start) return offset
  return offset >= range.end ? offset + grown : range.start
}
