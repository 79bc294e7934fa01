import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { characterStart } from './characters.ts'
import { divideBlock } from './divide-block.ts'
import type { CreateUuid } from './divide-block.ts'

/**
 * Ctrl/Cmd+Enter: splits the block at `offset` (UTF-16, moved to the start of its character). At offset 0 it only sets
 * the break flag, without a section; at the end of the text it has no effect.
 */
export function splitBlock(
  document: EditableDocument,
  { uuid, offset }: { uuid: string; offset: number },
  createUuid: CreateUuid,
): Edit | null {
  const block = blockToEdit(document, uuid)
  const at = characterStart(block.content, offset)
  if (at === 0) return edit(document, put(block, block.is_break ? block : { ...block, is_break: true }))
  if (at === block.content.length) return null
  const [first, second] = divideBlock(block, at, createUuid)
  return edit(document, [...put(block, first), { type: 'insert', previous: uuid, block: second }])
}
