import { BlockSequence } from './block-sequence.ts'
import type { TranscriptDocument } from './document.ts'
import { EditFailure } from './edit-failure.ts'
import { toEditableBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'

/** A transcript as it is edited. Operations take one and answer another; whoever keeps the old one still has it. */
export interface EditableDocument {
  readonly id: number
  /** The revision that the document was read or last saved at. */
  readonly revision: number
  readonly blocks: BlockSequence
}

export const toEditableDocument = ({ id, revision, blocks }: TranscriptDocument): EditableDocument => ({
  id,
  revision,
  blocks: BlockSequence.of(blocks.map(toEditableBlock)),
})

/** The block of a uuid; EditFailure `unknown-block` when there is none. */
export function blockToEdit({ blocks }: EditableDocument, uuid: string): EditableBlock {
  const block = blocks.get(uuid)
  if (!block) throw new EditFailure('unknown-block', uuid)
  return block
}
