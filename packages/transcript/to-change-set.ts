import type { ChangeSet, SavedBlock } from '@kaiwa/contract/changes.ts'
import { sameBody } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import { netChanges } from './net-changes.ts'
import type { NetChange } from './net-changes.ts'

const toSaved = (block: EditableBlock): SavedBlock => ({
  uuid: block.uuid,
  content: block.content,
  start_time: block.start_time,
  end_time: block.end_time,
  terms: [...block.terms],
  tags: [...block.tags],
  is_break: block.is_break,
})

/** Converts net changes to a change set. `document` is the newer version; it gives the positions of inserted blocks. */
export function toChangeSet(net: readonly NetChange[], document: EditableDocument): ChangeSet {
  const set: ChangeSet = { blocks: [], insert: [], delete: [], speaker: [], section: [] }
  const groups = new Map<number | null, string[]>()
  for (const { uuid, before, after } of net) {
    if (!after) set.delete.push(uuid)
    else if (!before) {
      set.insert.push({ ...toSaved(after), position: document.blocks.indexOf(uuid), speaker_id: after.speaker_id })
      if (after.section_name !== null) set.section.push({ block_uuid: uuid, section_name: after.section_name })
    } else {
      const hasNewSpeaker = before.speaker_id !== after.speaker_id
      // A new speaker of a block with a section sets the break flag, unless the block's own entry contains the flag.
      const isHeaded = before.section_name !== null || after.section_name !== null
      if ((hasNewSpeaker && isHeaded) || !sameBody(before, after)) set.blocks.push(toSaved(after))
      if (before.section_name !== after.section_name)
        set.section.push({ block_uuid: uuid, section_name: after.section_name })
      if (!hasNewSpeaker) continue
      const blocks = groups.get(after.speaker_id)
      if (blocks) blocks.push(uuid)
      else groups.set(after.speaker_id, [uuid])
    }
  }
  for (const [speaker_id, [block_uuid, ...child_block_uuids]] of groups)
    set.speaker.push({ block_uuid: block_uuid!, speaker_id, child_block_uuids })
  return set
}

/**
 * The change set of a save: the smallest one that turns `saved` into `document`, given the touched blocks. Blocks that
 * were inserted and deleted, or edited and undone, are not in it.
 */
export const compactChanges = (
  saved: EditableDocument,
  document: EditableDocument,
  touched: Iterable<string>,
): ChangeSet => toChangeSet(netChanges(saved, document, touched), document)

export const isEmptyChangeSet = (set: ChangeSet): boolean =>
  set.blocks.length + set.insert.length + set.delete.length + set.speaker.length + set.section.length === 0
