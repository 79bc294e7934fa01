import type { ChangeSet, SavedBlock } from '@kaiwa/contract/changes.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'

export const emptyChangeSet = (): ChangeSet => ({ blocks: [], insert: [], delete: [], speaker: [], section: [] })

/** A block in the form of a change set. */
export const toSavedBlock = (block: EditableBlock): SavedBlock => ({
  uuid: block.uuid,
  content: block.content,
  start_time: block.start_time,
  end_time: block.end_time,
  terms: [...block.terms],
  tags: [...block.tags],
  is_break: block.is_break,
})
