import type { changeBlockSpeaker as contract } from '@kaiwa/contract/speakers.ts'
import { withSpeaker } from '@kaiwa/transcript/change-speaker.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { publishBlockSpeaker } from '../transcripts/changes/publish-changes.ts'
import { commitChanges } from '../transcripts/changes/commit-changes.ts'
import { speakerIdsOf } from '../transcripts/changes/file-speakers.ts'
import { emptySet } from '../transcripts/changes/saved-body.ts'
import { findStoredBlocks, type StoredBlock } from '../transcripts/changes/stored-blocks.ts'
import { insistOnFreeFile } from '../transcripts/lock/insist-on-lock.ts'
import { openForEdit } from '../transcripts/open-for-edit.ts'
import { joinProject } from './join-project.ts'
import { resolveSpeakers } from './resolve-speakers.ts'

/** Refused while someone else edits the file. A block with a section becomes a break. */
export const changeBlockSpeaker: Handler<typeof contract> = ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const uuids = [body.block_uuid, ...body.child_block_uuids].map((uuid) => uuid.toLowerCase())
    const editing = await openForEdit(trx, actor, { blockUuid: uuids[0] as string })
    const { transcriptId, file, lock } = editing
    insistOnFreeFile(lock, actor)
    const speakerId = (await resolveSpeakers(trx, actor, [body.speaker_id])).get(body.speaker_id)
    if (speakerId === undefined) throw invalid({ speaker_id: ['incorrect'] })

    const named = await findStoredBlocks(trx, transcriptId, { uuids })
    const first = named.find(({ uuid }) => uuid === uuids[0])
    if (!first || named.length < new Set(uuids).size) throw new Refusal('E_NOT_FOUND')
    const concerned =
      body.type === 'multi' ? await findStoredBlocks(trx, transcriptId, { speakerId: first.speaker_id }) : named
    const puts = concerned
      .filter(({ speaker_id }) => speaker_id !== speakerId)
      .map((before) => ({ before, after: withSpeaker(before, speakerId) }))
    const isNew = puts.length > 0 && !(await speakerIdsOf(trx, transcriptId)).has(speakerId)
    await joinProject(trx, file.project_id, puts.length > 0 ? [speakerId] : [])

    const changes = () => changeOf(puts, speakerId)
    const writing = { deletes: [], puts, place: async () => [] }
    const committed = await commitChanges(trx, editing, writing, { kind: 'speaker', userId: actor.id, changes })
    const blockIds = puts.map(({ before }) => before.id)
    if (committed) await publishBlockSpeaker(trx, editing, { revision: committed.revision, speakerId, blockIds })
    return { block_ids: blockIds, added_speaker_ids: isNew ? [speakerId] : [] }
  })

const changeOf = (puts: readonly { before: StoredBlock }[], speaker_id: number) => {
  const [block_uuid, ...child_block_uuids] = puts.map(({ before }) => before.uuid)
  return {
    ...emptySet(),
    speaker: block_uuid === undefined ? [] : [{ block_uuid, speaker_id, child_block_uuids }],
  }
}
