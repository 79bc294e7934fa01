import type { App } from '../platform/app.ts'
import { removeFiles } from '../workspace/files/remove-files.ts'
import { lockTree } from '../workspace/place-item.ts'
import type { Staging } from './staging.ts'
import { lockUnfinished, workspaceOf } from './store.ts'

/** Gives up an unfinished upload with its file and its bytes. False when it has become complete, or is gone. */
export const abandonUpload = async (
  app: Pick<App, 'db'>,
  staging: Staging,
  uploadId: number,
  userId: number,
): Promise<boolean> => {
  const abandoned = await app.db.transaction().execute(async (trx) => {
    await lockTree(trx, await workspaceOf(trx, uploadId))
    const file = await lockUnfinished(trx, uploadId)
    if (!file) return false
    await removeFiles(trx, [file], userId)
    return true
  })
  if (abandoned) await staging.discard(uploadId)
  return abandoned
}
