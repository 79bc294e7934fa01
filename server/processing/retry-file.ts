import type { retryFile as contract, SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { type FileRow, findFile, lockFile, UNDETERMINED } from '../files/store/files.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { readerOf } from '../files/reader.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { assertFileNotLocked } from '../transcripts/open-for-edit.ts'
import { invalidateLock } from '../transcripts/lock/invalidate-lock.ts'
import { releaseLostLock } from '../transcripts/lock/release-lost-locks.ts'
import { findLock } from '../transcripts/store/edit-locks.ts'
import { isAffordable } from './charge.ts'
import * as policy from './policy.ts'
import { prepareMedia } from './steps/prepare-media.ts'
import { findCharge, forgetSpokenLanguage, saveSpokenLanguage } from './store/processing-columns.ts'
import { resetChunks } from './store/speech-chunks.ts'
import { markRetried } from './store/transitions.ts'

/** Permission check that runs before the body of a retry is read. */
export const mayRetry: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  const file = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.retry(file, fileState(file)))
}

/**
 * Resumes a failed or canceled file after its last finished step, optionally in another language, or recognises again what
 * is missing.
 */
export const retryFile: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { app } = context
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    assertAllowed(policy.retry(file, fileState(file)))
    await assertMinutes(trx, file)
    await endEditing(trx, file, actor)
    await startAgain(trx, app, file, { userId: actor.id, language: body?.language ?? file.language })
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })

/** A new transcription replaces the transcript. Refuses with E_LOCKED while another person edits it. */
export async function endEditing(
  trx: Trx,
  { id: fileId, item_id: itemId, transcript_id }: FileRow,
  actor: Actor,
): Promise<void> {
  if (transcript_id === null) return
  const file = { transcriptId: transcript_id, fileId }
  const lock = await releaseLostLock(trx, await findLock(trx, transcript_id), actor.id, { ...file, itemId })
  assertFileNotLocked(lock, actor)
  await invalidateLock(trx, { ...file, lock, userId: actor.id })
}

/** Refuses to restart a file that failed for lack of minutes while there are still too few. */
export async function assertMinutes(trx: Trx, file: FileRow): Promise<void> {
  if (file.failed_reason !== 'not-enough-minute') return
  if (!(await isAffordable(trx, await findCharge(trx, file.id)))) throw new Refusal('PROJECT_MAX_MINUTES_EXCEEDED')
}

/**
 * Begins another run and publishes the change. Failed chunks are recognised again; all of them if the language is
 * another one. A language that could not be determined, perhaps because no minutes were left, is detected again.
 */
export async function startAgain(
  trx: Trx,
  app: App,
  file: FileRow,
  by: { userId: number; language: SpokenLanguage },
): Promise<void> {
  await resetChunks(trx, file.id, by.language === file.language ? 'failed' : 'all')
  if (by.language !== file.language) await saveSpokenLanguage(trx, file.id, null)
  else await forgetSpokenLanguage(trx, file.id, UNDETERMINED)
  const run = await markRetried(trx, file.id, by)
  await app.jobs.send(trx, prepareMedia, run, { key: `${file.id}:${run.run}` })
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}
