import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Placed } from '../changes/place-inserts.ts'
import { savedBody } from '../changes/saved-body.ts'

type Steps = {
  deletes: readonly EditableBlock[]
  puts: readonly { before: EditableBlock; after: EditableBlock }[]
  inserted: readonly Placed[]
}

/**
 * Converts steps on rows to the equivalent change set; `places` are the indexes of inserted blocks in the final order.
 */
export const restoredSet = ({ deletes, puts, inserted }: Steps, places: ReadonlyMap<string, number>): ChangeSet => ({
  delete: deletes.map(({ uuid }) => uuid),
  insert: inserted
    .map(({ block }) => ({
      ...savedBody(block),
      speaker_id: block.speaker_id,
      position: places.get(block.uuid) as number,
    }))
    .sort((a, b) => a.position - b.position),
  blocks: puts.map(({ after }) => savedBody(after)),
  speaker: puts
    .filter(({ before, after }) => before.speaker_id !== after.speaker_id)
    .map(({ after }) => ({ block_uuid: after.uuid, speaker_id: after.speaker_id, child_block_uuids: [] })),
  section: [
    ...puts.filter(({ before, after }) => before.section_name !== after.section_name).map(({ after }) => after),
    ...inserted.map(({ block }) => block).filter(({ section_name }) => section_name !== null),
  ].map(({ uuid, section_name }) => ({ block_uuid: uuid, section_name })),
})
