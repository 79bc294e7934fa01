import { fileChannel } from '@kaiwa/contract/channels.ts'
import { type EditableBlock, sameList, sameTag, toSavedBlock } from '@kaiwa/transcript/editable-block.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import type { StoredBlock } from '../transcripts/store/blocks.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'

/** For more blocks, readers get one event without details and fetch the tags. */
const MAX_TAG_EVENTS = 50

/** Stores the tags of the new block versions and publishes the change. Returns the revision. */
export async function commitTags(
  trx: Trx,
  actor: Actor,
  editing: Editing,
  versions: readonly { before: StoredBlock; after: EditableBlock }[],
): Promise<number> {
  const puts = versions.filter(({ before, after }) => !sameList(before.tags, after.tags, sameTag))
  const writing = { deletes: [], puts, positionInserts: async () => [] }
  const changes = () => ({ ...emptyChangeSet(), blocks: puts.map(({ after }) => toSavedBlock(after)) })
  const committed = await commitChanges(trx, editing, writing, { kind: 'tag', userId: actor.id, changes })
  if (!committed) return editing.revision
  const { revision } = committed
  const { transcriptId, file } = editing
  if (puts.length > MAX_TAG_EVENTS) await publishChanges(trx, editing, { ...committed, changes: null })
  else
    for (const { after } of puts)
      await publish(trx, {
        type: 'transcript.tag_updated',
        data: { transcript_id: transcriptId, revision, blockUuid: after.uuid, tags: [...after.tags] },
        channels: [fileChannel(file.id)],
      })
  return revision
}
