import type { changeBlockSpeaker as contract } from '@kaiwa/contract/speakers.ts'
import { withSpeaker } from '@kaiwa/transcript/editable-block.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { commitChanges } from '../transcripts/changes/commit-changes.ts'
import { publishBlockSpeaker } from '../transcripts/changes/speaker-changed.ts'
import { findSpeakerIds } from '../transcripts/store/block-order.ts'
import { findStoredBlocks, type StoredBlock } from '../transcripts/store/blocks.ts'
import { addSpeakersToFolder } from './store/project-speakers.ts'
import { resolveSpeakers } from './store/speakers.ts'
import { assertFileNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'

/** Refused while someone else edits the file. A block with a section becomes a break. */
export const changeBlockSpeaker: Handler<typeof contract> = ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const uuids = [body.block_uuid, ...body.child_block_uuids].map((uuid) => uuid.toLowerCase())
    const editing = await openForEdit(trx, actor, { blockUuid: uuids[0] as string })
    const { transcriptId, file, lock } = editing
    assertFileNotLocked(lock, actor)
    const speakerId = (await resolveSpeakers(trx, actor, [body.speaker_id])).get(body.speaker_id)
    if (speakerId === undefined) throw invalid({ speaker_id: ['incorrect'] })

    const referenced = await findStoredBlocks(trx, transcriptId, { uuids })
    const first = referenced.find(({ uuid }) => uuid === uuids[0])
    if (!first || referenced.length < new Set(uuids).size) throw new Refusal('E_NOT_FOUND')
    const blocks =
      body.type === 'multi' ? await findStoredBlocks(trx, transcriptId, { speakerId: first.speaker_id }) : referenced
    const puts = blocks
      .filter(({ speaker_id }) => speaker_id !== speakerId)
      .map((before) => ({ before, after: withSpeaker(before, speakerId) }))
    const isNew = puts.length > 0 && !(await findSpeakerIds(trx, transcriptId)).has(speakerId)
    await addSpeakersToFolder(trx, file.project_id, puts.length > 0 ? [speakerId] : [])

    const changes = () => toChangeSet(puts, speakerId)
    const writing = { deletes: [], puts, positionInserts: async () => [] }
    const committed = await commitChanges(trx, editing, writing, { kind: 'speaker', userId: actor.id, changes })
    const blockIds = puts.map(({ before }) => before.id)
    if (committed) await publishBlockSpeaker(trx, editing, { revision: committed.revision, speakerId, blockIds })
    return { block_ids: blockIds, added_speaker_ids: isNew ? [speakerId] : [] }
  })

function toChangeSet(puts: readonly { before: StoredBlock }[], speaker_id: number) {
  const [block_uuid, ...child_block_uuids] = puts.map(({ before }) => before.uuid)
  return {
    ...emptyChangeSet(),
    speaker: block_uuid === undefined ? [] : [{ block_uuid, speaker_id, child_block_uuids }],
  }
}
