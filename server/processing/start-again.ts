// The common part of the operations that end or begin a run of a file: rights under the lock of its row, the end of the
// run in progress, and the beginning of the next one.
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { type FileState, fileState } from '../files/policy.ts'
import { type FileRow, findFile, lockFile, UNDETERMINED } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { publish } from '../platform/store/outbox.ts'
import { assertFileNotLocked } from '../transcripts/open-for-edit.ts'
import { invalidateLock } from '../transcripts/lock/invalidate-lock.ts'
import { releaseLostLock } from '../transcripts/lock/release-lost-locks.ts'
import { findLock } from '../transcripts/store/edit-access.ts'
import { assertAllowed, type Decision, type Subject } from '../tree/policy.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { isAffordable } from './charge.ts'
import * as policy from './policy.ts'
import { prepareMedia } from './steps/prepare-media.ts'
import { stopRuns } from './stop-runs.ts'
import { findCharge, forgetSpokenLanguage, saveSpokenLanguage } from './store/processing-columns.ts'
import { resetChunks } from './store/speech-chunks.ts'
import { markRetried } from './store/transitions.ts'

export interface OpenFile {
  actor: Actor
  file: FileRow
}

/** Locks the file until the transaction ends, and checks the rule with the rights of that moment. */
export async function openForRun(
  trx: Trx,
  caller: Actor,
  fileId: number,
  rule: (item: Subject, file: FileState) => Decision,
): Promise<OpenFile> {
  await lockFile(trx, fileId)
  const actor = await reloadActor(trx, caller)
  const file = await findFile(trx, actor, fileId)
  assertAllowed(rule(file, fileState(file)))
  return { actor, file }
}

async function publishFile(trx: Trx, file: FileRow): Promise<void> {
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}

/** Ends the run of a file and publishes the change. */
export async function stopRun(trx: Trx, { actor, file }: OpenFile): Promise<void> {
  await stopRuns(trx, [file.id], actor.id)
  await publishFile(trx, file)
}

/** A new transcription replaces the transcript. Refuses with E_LOCKED while another person edits it. */
async function endEditing(trx: Trx, { actor, file }: OpenFile): Promise<void> {
  const { id: fileId, item_id: itemId, transcript_id: transcriptId } = file
  if (transcriptId === null) return
  const found = await findLock(trx, transcriptId)
  const lock = await releaseLostLock(trx, found, actor.id, { transcriptId, fileId, itemId })
  assertFileNotLocked(lock, actor)
  await invalidateLock(trx, { transcriptId, fileId, lock, userId: actor.id })
}

/** Refuses to restart a file that failed for lack of minutes while there are still too few. */
async function assertMinutes(trx: Trx, file: FileRow): Promise<void> {
  if (file.failed_reason !== 'not-enough-minute') return
  if (!(await isAffordable(trx, await findCharge(trx, file.id)))) throw new Refusal('PROJECT_MAX_MINUTES_EXCEEDED')
}

/**
 * Ends a run in progress, begins another one and publishes the change. Failed chunks are recognised again; all of them if
 * the language is another one. A language that could not be determined, perhaps because no minutes were left, is detected
 * again. Refuses with PROJECT_MAX_MINUTES_EXCEEDED and E_LOCKED.
 */
export async function startAgain(trx: Trx, app: App, open: OpenFile, language: SpokenLanguage): Promise<void> {
  const { actor, file } = open
  await assertMinutes(trx, file)
  await endEditing(trx, open)
  if (policy.cancel(file, fileState(file)).allowed) await stopRun(trx, open)
  await resetChunks(trx, file.id, language === file.language ? 'failed' : 'all')
  if (language !== file.language) await saveSpokenLanguage(trx, file.id, null)
  else await forgetSpokenLanguage(trx, file.id, UNDETERMINED)
  const run = await markRetried(trx, file.id, { userId: actor.id, language })
  await app.jobs.send(trx, prepareMedia, run, { key: `${file.id}:${run.run}` })
  await publishFile(trx, file)
}
