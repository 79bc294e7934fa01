import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { toSectionName } from './clean-text.ts'

/** Names, renames or (blank name) deletes the section that starts with a block. */
export function setSection(document: EditableDocument, uuid: string, name: string | null): Edit | null {
  const block = blockToEdit(document, uuid)
  const section_name = toSectionName(name)
  return edit(document, put(block, block.section_name === section_name ? block : { ...block, section_name }))
}
