import type { cancelUpload as contract } from '@kaiwa/contract/uploads.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { type AuthorisedUpload, findOwnUpload } from './upload-ticket.ts'
import { openStaging } from './open-staging.ts'
import type { Staging } from './staging.ts'
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { removeFiles } from '../files/remove-files.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { findUpload, lockUnfinishedUpload } from './store/uploads.ts'
import { trashFiles } from '../trash/delete-files.ts'

/** Cancels an unfinished upload and deletes its file and bytes. */
export const cancelUpload: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  const upload = await findOwnUpload(app.db, actor, params.uploadId)
  if (!(await abandonUpload(app, openStaging(app), upload.id, actor))) throw new Refusal('E_CONFLICT')
  return { success: true }
}

/**
 * Deletes an unfinished upload with its file and bytes. Returns false when the upload is complete or no longer exists.
 * Checks the caller's rights under the locks, because they may have ended during the wait; refuses like
 * `findOwnUpload`.
 */
async function abandonUpload(
  app: Pick<App, 'db'>,
  staging: Staging,
  uploadId: number,
  caller: Actor,
): Promise<boolean> {
  const abandoned = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    return removeUnfinished(trx, uploadId, actor)
  })
  if (abandoned) await staging.discard(uploadId)
  return abandoned
}

/**
 * `abandonUpload` in a transaction that holds the tree lock. The caller discards the staged bytes after its commit; the sweep
 * does it otherwise.
 */
export async function removeUnfinished(trx: Trx, uploadId: number, actor: Actor): Promise<boolean> {
  const file = await lockUnfinishedUpload(trx, uploadId)
  if (!file) return false
  await findOwnUpload(trx, actor, uploadId)
  await removeFiles(trx, [file], actor.id)
  return true
}

/**
 * DELETE of tus. Removes an unfinished upload with its file and bytes. Moves the file of a finished upload to the trash, with
 * the same rights and effects as `deleteFile`.
 */
export async function terminateUpload(
  app: App,
  staging: Staging,
  { id, sender }: Pick<AuthorisedUpload, 'id' | 'sender'>,
): Promise<void> {
  if (await abandonUpload(app, staging, id, sender)) return
  const upload = await findUpload(app.db, id)
  if (upload) await trashFiles(app, sender, { ids: [upload.file_id] })
}
