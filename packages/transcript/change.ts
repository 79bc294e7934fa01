// Every operation is a list of three kinds of changes to whole blocks. Each change holds the state before and after, so
// inverting one swaps the two. Undo therefore restores the original block objects with their terms, tags and times.

import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'

export type Change =
  | { readonly type: 'put'; readonly before: EditableBlock; readonly after: EditableBlock }
  /** `previous` is the uuid of the block before it; null at the start of the document. */
  | { readonly type: 'insert'; readonly previous: string | null; readonly block: EditableBlock }
  | { readonly type: 'delete'; readonly previous: string | null; readonly block: EditableBlock }

/** Result of an operation. Applying `inverse` to `document` restores the original document. */
export interface Edit {
  readonly document: EditableDocument
  readonly changes: readonly Change[]
  readonly inverse: readonly Change[]
}

export function uuidOf(change: Change): string {
  return change.type === 'put' ? change.after.uuid : change.block.uuid
}

function invertOne(change: Change): Change {
  if (change.type === 'put') return { type: 'put', before: change.after, after: change.before }
  return { ...change, type: change.type === 'insert' ? 'delete' : 'insert' }
}

export function invert(changes: readonly Change[]): Change[] {
  return changes.map(invertOne).reverse()
}

/** The uuids of the changed blocks, without duplicates. */
export function touchedBy(changes: Iterable<Change>): Set<string> {
  return new Set(Array.from(changes, uuidOf))
}
