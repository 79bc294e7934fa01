// The document as the editor changes it, and its changes. Every operation is a list of three kinds of changes to whole
// blocks. Each change holds the state before and after, so inverting one swaps the two. Undo therefore restores the
// original block objects with their terms, tags and times. `changes.ts` applies changes: a page that is only read does
// not load it.

import { BlockSequence } from './block-sequence.ts'
import type { TranscriptDocument } from './transcript-document.ts'
import { EditFailure } from './edit-failure.ts'
import { type EditableBlock, toEditableBlock } from './editable-block.ts'

/** A transcript in the editor. Immutable: operations return a new document. */
export interface EditableDocument {
  readonly id: number
  /** The revision at which the document was loaded or last saved. */
  readonly revision: number
  readonly blocks: BlockSequence
}

export function toEditableDocument({ id, revision, blocks }: TranscriptDocument): EditableDocument {
  return {
    id,
    revision,
    blocks: BlockSequence.of(blocks.map(toEditableBlock)),
  }
}

/** The block with this uuid. Throws EditFailure `unknown-block` when it does not exist. */
export function blockToEdit({ blocks }: EditableDocument, uuid: string): EditableBlock {
  const block = blocks.get(uuid)
  if (!block) throw new EditFailure('unknown-block', uuid)
  return block
}

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
