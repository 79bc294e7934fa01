// Commits a change set: a save of a person, or a draft that the expiry of its lock publishes.
import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import { resolveChanges } from '@kaiwa/transcript/change-set.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import type { Editing } from '../open-for-edit.ts'
import { speakerReferences } from '../references.ts'
import { findSpeakerIds } from '../store/block-order.ts'
import { type StoredBlock } from '../store/blocks.ts'
import { commitChanges, speakerChanged, transcriptChanged } from './commit-changes.ts'
import { positionInserts } from './position-inserts.ts'

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
