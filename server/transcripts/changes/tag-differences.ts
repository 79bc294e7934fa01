import type { OperationResult } from '@kaiwa/contract/operation.ts'
import type { saveBlocks } from '@kaiwa/contract/changes.ts'
import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Editing } from '../open-for-edit.ts'
import type { StoredBlock } from '../store/blocks.ts'
import { speakerReferences, tagReferences } from '../references.ts'

type Written = {
  deletes: readonly StoredBlock[]
  puts: readonly { before: StoredBlock; after: EditableBlock }[]
  inserts: readonly { block: EditableBlock; id: number }[]
}
type Differences = Pick<OperationResult<typeof saveBlocks>, 'removed_tag_usages' | 'added_tag_usages'>

const without = (tags: readonly TagUsage[], others: readonly TagUsage[]): TagUsage[] => {
  const known = new Set(others.map(({ tag_uuid }) => tag_uuid))
  return tags.filter(({ tag_uuid }) => !known.has(tag_uuid))
}

/** The tagged passages that a save removed from blocks and added to blocks. */
export const tagDifferences = async (
  trx: Trx,
  actor: Actor,
  { file, transcriptId }: Editing,
  { deletes, puts, inserts }: Written,
): Promise<Differences> => {
  const removed = [
    ...deletes.flatMap((block) => block.tags.map((tag) => ({ block_id: block.id, tag_id: tag.tag_id }))),
    ...puts.flatMap(({ before, after }) =>
      without(before.tags, after.tags).map((tag) => ({ block_id: before.id, tag_id: tag.tag_id })),
    ),
  ]
  const added = [
    ...puts.flatMap(({ before, after }) =>
      without(after.tags, before.tags).map((tag) => ({ block: after, id: before.id, tag })),
    ),
    ...inserts.flatMap(({ block, id }) => block.tags.map((tag) => ({ block, id, tag }))),
  ]
  if (added.length === 0) return { removed_tag_usages: removed, added_tag_usages: [] }
  const tags = await tagReferences.get().find(trx, [...new Set(added.map(({ tag }) => tag.tag_id))])
  const speakersOfFile = await speakerReferences.get().listInFile(trx, actor, { ...file, transcriptId })
  const speakers = new Map(speakersOfFile.map((speaker) => [speaker.id, speaker]))
  return {
    removed_tag_usages: removed,
    added_tag_usages: added.flatMap(({ block, id, tag: passage }) => {
      const tag = tags.get(passage.tag_id)
      const { uuid, content, start_time, end_time, speaker_id } = block
      const { offset, text, tag_uuid } = passage
      const transcript_block = { id, uuid, content, start_time, end_time, offset, text, tag_uuid }
      const speaker = speaker_id === null ? null : (speakers.get(speaker_id) ?? null)
      return tag ? [{ project_file: file, transcript_block, tag, speaker }] : []
    }),
  }
}
