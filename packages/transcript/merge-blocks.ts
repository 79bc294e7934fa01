import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Change, Edit, EditableDocument } from './editable-document.ts'
import type { CreateUuid } from './divide-block.ts'
import type { EditableBlock } from './editable-block.ts'
import { joinBlocks } from './join-blocks.ts'

/**
 * Replaces the blocks at places `first` to `last` with `joined`. A break flag of a removed block moves to the next
 * block. A section name that would be lost moves to the next block, or to `joined` when there is no next block or it
 * has its own section.
 */
export function collapse(
  document: EditableDocument,
  { first, last, joined }: { first: number; last: number; joined: EditableBlock },
): Change[] {
  const { blocks } = document
  const target = blocks.at(first)!
  const changes: Change[] = []
  let isBreak = false
  let section: string | null = null
  for (let place = first + 1; place <= last; place++) {
    const block = blocks.at(place)!
    isBreak ||= block.is_break
    section = block.section_name ?? section
    changes.push({ type: 'delete', previous: target.uuid, block })
  }
  const behind = blocks.at(last + 1)
  const heir = section !== null && behind && behind.section_name === null ? behind : null
  const kept = section !== null && !heir && joined.section_name === null ? { ...joined, section_name: section } : joined
  const next =
    behind && ((isBreak && !behind.is_break) || heir)
      ? { ...behind, is_break: behind.is_break || isBreak, section_name: behind.section_name ?? section }
      : behind
  return [...put(target, kept), ...changes, ...(behind && next ? put(behind, next) : [])]
}

/** Backspace at the start of a block: appends its text to the previous block. No effect on the first block. */
export function mergeBack(document: EditableDocument, uuid: string, createUuid: CreateUuid): Edit | null {
  const block = blockToEdit(document, uuid)
  const place = document.blocks.indexOf(uuid)
  const target = document.blocks.at(place - 1)
  if (!target) return null
  const joined = joinBlocks(target, block, createUuid)
  return edit(document, collapse(document, { first: place - 1, last: place, joined }))
}

/** Delete at the end of a block: appends the next block's text to it. No effect on the last block. */
export function mergeForward(document: EditableDocument, uuid: string, createUuid: CreateUuid): Edit | null {
  const block = blockToEdit(document, uuid)
  const next = document.blocks.at(document.blocks.indexOf(block.uuid) + 1)
  return next ? mergeBack(document, next.uuid, createUuid) : null
}
