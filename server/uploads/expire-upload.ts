import type { App } from '../platform/app.ts'
import { failUpload } from '../processing/fail-file.ts'
import type { Staging } from './staging.ts'
import { deleteUpload, lockUnfinished } from './store.ts'

/** Ends an upload that was not continued in time. Its file stays in the list as failed and can be uploaded again. */
export const expireUpload = async (app: Pick<App, 'db'>, staging: Staging, uploadId: number): Promise<void> => {
  const hasExpired = await app.db.transaction().execute(async (trx) => {
    const file = await lockUnfinished(trx, uploadId)
    if (!file?.is_expired) return false
    await failUpload(trx, file)
    await deleteUpload(trx, uploadId)
    return true
  })
  if (hasExpired) await staging.discard(uploadId)
}
