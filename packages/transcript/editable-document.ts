import { BlockSequence } from './block-sequence.ts'
import type { TranscriptDocument } from './transcript-document.ts'
import { EditFailure } from './edit-failure.ts'
import { toEditableBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'

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
