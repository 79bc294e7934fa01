import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { mergeSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed, type Decision } from '../tree/policy.ts'
import { findProject } from '../tree/store/items.ts'
import * as policy from './policy.ts'
import { commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import { publishBlockSpeaker } from '../transcripts/changes/speaker-changed.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import {
  addSpeakersToFolder,
  findFilesOfSpeaker,
  findFoldersOfSpeaker,
  replaceSpeaker,
} from './store/project-speakers.ts'
import { assertFileNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'
import { removeSpeakerAvatar } from './jobs/remove-avatar.ts'
import { publishSpeakers } from './publish-speakers.ts'
import { readSpeaker } from './read-speaker.ts'
import { takeSpeakerAvatar } from './store/speakers.ts'

/**
 * Assigns all blocks of the destination speaker to the target, in one file or in all. Then removes the destination,
 * unless it still speaks in another file or belongs to a folder that the actor may not change. Refused while someone
 * else edits one of the files.
 */
export const mergeSpeakers: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await reloadActor(trx, caller)
    const { project_id, target_speaker_id: targetId, destination_speaker_id: mergedId, project_file_id } = body
    const folder = await findProject(trx, actor, project_id)
    assertAllowed(policy.editSpeakers(folder))
    if (project_file_id !== undefined) await findFile(trx, actor, project_file_id, project_id)
    if (targetId === mergedId) throw invalid({ destination_speaker_id: ['incorrect'] })
    await readSpeaker(trx, actor, targetId)
    const merged = await readSpeaker(trx, actor, mergedId)
    if (!merged.is_manual) throw invalid({ destination_speaker_id: ['incorrect'] })
    const removal = await mayEditAllFolders(trx, actor, mergedId)
    if (project_file_id === undefined) assertAllowed(removal)

    const files = await findFilesOfSpeaker(trx, mergedId)
    // Files in the trash are left unchanged: the speaker is still in them when they are restored.
    const filesToChange = files.filter(
      ({ id, is_trashed: isTrashed }) => !isTrashed && (project_file_id === undefined || id === project_file_id),
    )
    for (const { id: fileId } of filesToChange)
      await reassignBlocks(trx, actor, { fileId, from: mergedId, to: targetId })
    const folders = new Set([
      project_id,
      ...(await findFoldersOfSpeaker(trx, mergedId)),
      ...(await findFoldersOfSpeaker(trx, targetId)),
    ])
    if (removal.allowed && filesToChange.length === files.length) {
      await replaceSpeaker(trx, mergedId, targetId)
      const avatar = await takeSpeakerAvatar(trx, mergedId)
      if (avatar !== null) await app.jobs.send(trx, removeSpeakerAvatar, { avatar })
    }
    await publishSpeakers(trx, [targetId, mergedId], [...folders])
    // The locks of the files and of the speaker may have been waited for: the decisions above must still hold.
    const now = await reloadActor(trx, caller)
    assertAllowed(policy.editSpeakers(await findProject(trx, now, project_id)))
    return { success: true, speaker: await readSpeaker(trx, now, targetId) }
  })

/**
 * Decides whether the actor is editor in all folders of a speaker. Folders that the actor cannot see are not mentioned.
 */
async function mayEditAllFolders(trx: Trx, actor: Actor, speakerId: number): Promise<Decision> {
  for (const projectId of await findFoldersOfSpeaker(trx, speakerId)) {
    const folder = await findProject(trx, actor, projectId).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    const decision = folder ? policy.editSpeakers(folder) : ({ allowed: false, reason: 'role' } as const)
    if (!decision.allowed) return decision
  }
  return { allowed: true }
}

async function reassignBlocks(
  trx: Trx,
  actor: Actor,
  { fileId, from, to }: { fileId: number; from: number; to: number },
): Promise<void> {
  const editing = await openForEdit(trx, actor, { fileId })
  assertFileNotLocked(editing.lock, actor)
  const blocks = await findStoredBlocks(trx, editing.transcriptId, { speakerId: from })
  await addSpeakersToFolder(trx, editing.file.project_id, [to])
  const uuids = blocks.map(({ uuid }) => uuid)
  // Only the name changes, not the speaking person, so no breaks are set as for a change of speaker.
  const puts = blocks.map((before) => ({ before, after: { ...before, speaker_id: to } }))
  const [block_uuid, ...child_block_uuids] = uuids
  const changes = () =>
    block_uuid === undefined || uuids.length > LIMITS.changesPerSave || blocks.some(({ section_name }) => section_name)
      ? null
      : { ...emptyChangeSet(), speaker: [{ block_uuid, speaker_id: to, child_block_uuids }] }
  const writing = { deletes: [], puts, positionInserts: async () => [] }
  const committed = await commitChanges(trx, editing, writing, { kind: 'merge', userId: actor.id, changes })
  if (!committed) return
  await publishChanges(trx, editing, { ...committed, changes: null })
  const blockIds = blocks.map(({ id }) => id)
  await publishBlockSpeaker(trx, editing, { revision: committed.revision, speakerId: to, blockIds })
}
