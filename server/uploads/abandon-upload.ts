import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { removeFiles } from '../files/remove-files.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { findOwnUpload } from './find-own-upload.ts'
import type { Staging } from './staging.ts'
import { lockUnfinished } from './store.ts'

/**
 * Gives up an unfinished upload with its file and its bytes. False when it has become complete, or is gone. Checks the
 * caller's rights under the locks, since they may have ended while this waited: refuses like `findOwnUpload`.
 */
export const abandonUpload = async (
  app: Pick<App, 'db'>,
  staging: Staging,
  uploadId: number,
  caller: Actor,
): Promise<boolean> => {
  const abandoned = await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const file = await lockUnfinished(trx, uploadId)
    if (!file) return false
    await findOwnUpload(trx, actor, uploadId)
    await removeFiles(trx, [file], actor.id)
    return true
  })
  if (abandoned) await staging.discard(uploadId)
  return abandoned
}
