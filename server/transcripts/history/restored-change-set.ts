import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { PositionedBlock } from '../store/blocks.ts'
import { toSavedBlock } from '../changes/change-set.ts'

type RowChanges = {
  deletes: readonly EditableBlock[]
  puts: readonly { before: EditableBlock; after: EditableBlock }[]
  inserted: readonly PositionedBlock[]
}

/** The change set that is equivalent to changes of rows. `indexes`: those of inserted blocks in the final order. */
export const toChangeSet = (
  { deletes, puts, inserted }: RowChanges,
  indexes: ReadonlyMap<string, number>,
): ChangeSet => ({
  delete: deletes.map(({ uuid }) => uuid),
  insert: inserted
    .map(({ block }) => ({
      ...toSavedBlock(block),
      speaker_id: block.speaker_id,
      position: indexes.get(block.uuid) as number,
    }))
    .sort((a, b) => a.position - b.position),
  blocks: puts.map(({ after }) => toSavedBlock(after)),
  speaker: puts
    .filter(({ before, after }) => before.speaker_id !== after.speaker_id)
    .map(({ after }) => ({ block_uuid: after.uuid, speaker_id: after.speaker_id, child_block_uuids: [] })),
  section: [
    ...puts.filter(({ before, after }) => before.section_name !== after.section_name).map(({ after }) => after),
    ...inserted.map(({ block }) => block).filter(({ section_name }) => section_name !== null),
  ].map(({ uuid, section_name }) => ({ block_uuid: uuid, section_name })),
})
