import { edit, put } from './apply-all.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { cleanText } from './clean-text.ts'

/** Normalises a section name: one line, trimmed; null when empty. */
export function toSectionName(name: string | null): string | null {
  return (
    cleanText(name ?? '')
      .replace(/\s+/g, ' ')
      .trim() || null
  )
}

/** Names, renames or (blank name) deletes the section that starts with a block. */
export function setSection(document: EditableDocument, uuid: string, name: string | null): Edit | null {
  const block = blockToEdit(document, uuid)
  const section_name = toSectionName(name)
  return edit(document, put(block, block.section_name === section_name ? block : { ...block, section_name }))
}
