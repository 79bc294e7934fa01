// Normalises a change set before it is stored: uuids in lower case, speakers and tags as they are now. A speaker that
// was merged or a tag that was deleted during editing must not make the save fail.
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/refusal.ts'
import { speakerReferences, tagReferences, type TagState } from '../references.ts'

export function lowerUuids(set: ChangeSet): ChangeSet {
  return {
    blocks: set.blocks.map((block) => ({ ...block, uuid: block.uuid.toLowerCase() })),
    insert: set.insert.map((block) => ({ ...block, uuid: block.uuid.toLowerCase() })),
    delete: set.delete.map((uuid) => uuid.toLowerCase()),
    speaker: set.speaker.map((change) => ({
      ...change,
      block_uuid: change.block_uuid.toLowerCase(),
      child_block_uuids: change.child_block_uuids.map((uuid) => uuid.toLowerCase()),
    })),
    section: set.section.map((change) => ({ ...change, block_uuid: change.block_uuid.toLowerCase() })),
  }
}

/** Replaces merged speakers and drops deleted tags. Refuses ids that never existed in the workspace (422). */
export async function resolveReferences(
  trx: Trx,
  actor: Actor,
  set: ChangeSet,
  /** Name of the list of new blocks in the request. */
  insert = 'insert',
): Promise<ChangeSet> {
  const speakerIds = new Set([...set.insert, ...set.speaker].flatMap(({ speaker_id }) => speaker_id ?? []))
  const tagIds = new Set([...set.blocks, ...set.insert].flatMap(({ tags }) => tags.map(({ tag_id }) => tag_id)))
  const speakers = await speakerReferences.get().resolve(trx, actor, speakerIds)
  const tags = await tagReferences.get().resolve(trx, actor, tagIds)
  const errors: FieldErrors = {}
  const speaker = (id: number | null, path: string): number | null => {
    const found = id === null ? null : speakers.get(id)
    if (found === undefined) errors[path] = ['incorrect']
    return found ?? null
  }
  const keep = (passages: readonly TagUsage[], path: string): TagUsage[] =>
    passages.filter((tag, index) => {
      const state: TagState | undefined = tags.get(tag.tag_id)
      if (state === undefined) errors[`${path}.${index}.tag_id`] = ['incorrect']
      if (tag.tag_uuid === '') errors[`${path}.${index}.tag_uuid`] = ['required']
      return state !== 'deleted'
    })
  const resolved: ChangeSet = {
    ...set,
    blocks: set.blocks.map((block, index) => ({ ...block, tags: keep(block.tags, `blocks.${index}.tags`) })),
    insert: set.insert.map((block, index) => ({
      ...block,
      tags: keep(block.tags, `${insert}.${index}.tags`),
      speaker_id: speaker(block.speaker_id, `${insert}.${index}.speaker_id`),
    })),
    speaker: set.speaker.map((change, index) => ({
      ...change,
      speaker_id: speaker(change.speaker_id, `speaker.${index}.speaker_id`),
    })),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

/** Uuids of all blocks that a change set refers to. */
export function referencedBlocks(set: ChangeSet): Set<string> {
  return new Set([
    ...set.blocks.map(({ uuid }) => uuid),
    ...set.insert.map(({ uuid }) => uuid),
    ...set.delete,
    ...set.speaker.flatMap(({ block_uuid, child_block_uuids }) => [block_uuid, ...child_block_uuids]),
    ...set.section.map(({ block_uuid }) => block_uuid),
  ])
}
