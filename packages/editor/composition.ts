// During a composition (Japanese input, dead keys, most phone keyboards) the browser and its input method own the text.
// The page shows every step; the session receives only the result. So undo removes a whole composition, half-converted
// kana are never saved, and nothing is redrawn while the input method is active.

import { applyAll, typeText } from '@kaiwa/transcript'
import type { Edit, EditableDocument } from '@kaiwa/transcript'
import type { Node } from 'prosemirror-model'
import { locate } from './text-positions.ts'
import type { TypedText } from './input.ts'
import { textEdit } from './text-edit.ts'

/** A composition in one block, with the document from before it started. */
export interface Composition {
  readonly uuid: string
  readonly document: EditableDocument
  /** The part of the text (UTF-16) that the composition replaces. */
  readonly range: { readonly start: number; readonly end: number }
}

/** The uuid of the only block that is typed in; null when it is more than one. */
export function blockTypedIn(typed: readonly TypedText[]): string | null {
  const uuid = typed[0]?.selected.from.uuid ?? null
  return typed.every(({ selected }) => selected.from.uuid === uuid && selected.to.uuid === uuid) ? uuid : null
}

/** Starts a composition from the text of its first transaction. */
export function beginComposition(typed: readonly TypedText[], document: EditableDocument): Composition {
  const { from, to } = typed[0]!.selected
  return { uuid: from.uuid, document, range: { start: from.offset, end: to.offset } }
}

/**
 * The result of a composition as an edit of `document`, which other changes may have updated since; null when it left
 * the text unchanged.
 */
export function compositionEdit(
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

/** Maps an offset in the text of the composing block to one on the page. */
export function shiftOffset({ uuid, document, range }: Composition, page: Node, offset: number): number {
  const before = document.blocks.get(uuid)?.content.length ?? 0
  const grown = (locate(page, uuid)?.node.content.size ?? before) - before
  if (offset <= range.start) return offset
  return offset >= range.end ? offset + grown : range.start
}
