import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { removeFiles } from '../files/remove-files.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { findOwnUpload } from './find-own-upload.ts'
import type { Staging } from './staging.ts'
import { lockUnfinishedUpload } from './store.ts'

/**
 * Deletes an unfinished upload with its file and bytes. Returns false when the upload is complete or no longer exists.
 * Checks the caller's rights under the locks, because they may have ended during the wait; refuses like
 * `findOwnUpload`.
 */
export const abandonUpload = async (
  app: Pick<App, 'db'>,
  staging: Staging,
  uploadId: number,
  caller: Actor,
): Promise<boolean> => {
  const abandoned = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const file = await lockUnfinishedUpload(trx, uploadId)
    if (!file) return false
    await findOwnUpload(trx, actor, uploadId)
    await removeFiles(trx, [file], actor.id)
    return true
  })
  if (abandoned) await staging.discard(uploadId)
  return abandoned
}
