import type { ChangeSet, SavedBlock } from '@kaiwa/contract/changes.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'

export const emptySet = (): ChangeSet => ({ blocks: [], insert: [], delete: [], speaker: [], section: [] })

/** The body of a block as in a change set. */
export const savedBody = (block: EditableBlock): SavedBlock => ({
  uuid: block.uuid,
  content: block.content,
  start_time: block.start_time,
  end_time: block.end_time,
  terms: [...block.terms],
  tags: [...block.tags],
  is_break: block.is_break,
})
