// Normalises a change set and writes it as one revision: that of a save, or of a draft that is published when its lock
// expires. Uuids become lower case, merged speakers are replaced and deleted tags are dropped, because a merge or deletion
// during editing must not make the save fail.
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { invalid } from '../../platform/refusal.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import type { Editing } from '../open-for-edit.ts'
import { speakerReferences, tagReferences, type TagState } from '../references.ts'
import { findSpeakerIds } from '../store/block-order.ts'
import { type StoredBlock } from '../store/blocks.ts'
import { commitChanges, speakerChanged, transcriptChanged } from './commit-changes.ts'
import { positionInserts } from './position-inserts.ts'
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import { resolveChanges } from '@kaiwa/transcript/change-set.ts'

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
    ...(set.sentiment && {
      sentiment: set.sentiment.map((change) => ({ ...change, block_uuid: change.block_uuid.toLowerCase() })),
    }),
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
    ...(set.sentiment ?? []).map(({ block_uuid }) => block_uuid),
  ])
}

interface SaveContent {
  /** Checked by `checkChanges`, with current speakers and tags. */
  set: ChangeSet
  /** The blocks that the change set refers to, as they are now. */
  blocks: ReadonlyMap<string, StoredBlock>
  userId: number
  fingerprint: string
}

/**
 * Writes a change set as one revision. Returns the written blocks and the events, which the caller publishes. `added`:
 * speakers that had no block in the file before.
 */
export async function commitSave(trx: Trx, editing: Editing, { set, blocks, userId, fingerprint }: SaveContent) {
  const { transcriptId, file } = editing
  const { deletes, inserts, puts } = resolveChanges((uuid) => blocks.get(uuid), set)
  const stored = (uuid: string) => blocks.get(uuid) as StoredBlock
  const speakers = [...set.insert, ...set.speaker].flatMap(({ speaker_id }) => speaker_id ?? [])
  const known = speakers.length > 0 ? await findSpeakerIds(trx, transcriptId) : new Set<number>()
  const added = [...new Set(speakers)].filter((id) => !known.has(id))
  await speakerReferences.get().addToFolder(trx, file.project_id, added)
  const writing = {
    deletes: deletes.map(({ uuid }) => stored(uuid)),
    puts: puts.map(({ before, after }) => ({ before: stored(before.uuid), after })),
    positionInserts: () => positionInserts(trx, transcriptId, inserts),
  }
  const committed = await commitChanges(trx, editing, writing, {
    kind: 'edit',
    userId,
    changes: () => set,
    fingerprint,
  })
  const idOf = (uuid: string): number => blocks.get(uuid)?.id ?? (committed?.insertedIds.get(uuid) as number)
  const channels = committed && set.speaker.length > 0 ? await fileChannels(trx, file) : []
  const events: NewEvent[] = committed
    ? [
        transcriptChanged(editing, committed),
        ...set.speaker.flatMap(({ speaker_id: speakerId, block_uuid, child_block_uuids }) => {
          const blockIds = [block_uuid, ...child_block_uuids].map(idOf)
          return speakerId === null
            ? []
            : [speakerChanged(editing, { revision: committed.revision, speakerId, blockIds }, channels)]
        }),
      ]
    : []
  return {
    committed,
    events,
    added,
    deletes: writing.deletes,
    puts: writing.puts,
    inserts: inserts.map(({ block }) => ({ block, id: idOf(block.uuid) })),
  }
}
