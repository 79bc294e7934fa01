import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { failUpload } from '../../processing/fail-file.ts'
import { finishUpload } from '../complete-upload.ts'
import { openStaging } from '../open-staging.ts'
import type { Staging } from '../staging.ts'
import { deleteUpload, findUnfinishedUploads, findUploadsAwaiting, lockUnfinishedUpload } from '../store/uploads.ts'

/** Ends an upload that was not continued in time. Its file stays in the list as failed and can be uploaded again. */
async function expireUpload(app: Pick<App, 'db'>, staging: Staging, uploadId: number): Promise<void> {
  const hasExpired = await app.db.transaction().execute(async (trx) => {
    const file = await lockUnfinishedUpload(trx, uploadId)
    if (!file?.is_expired) return false
    await failUpload(trx, file)
    await deleteUpload(trx, uploadId)
    return true
  })
  if (hasExpired) await staging.discard(uploadId)
}

/**
 * Every minute: completes uploads that have all their bytes, ends uploads that were not continued in time, and discards
 * bytes of uploads that no longer exist. A finished upload never expires.
 */
export const sweepUploads = job<Record<string, never>>({
  name: 'uploads.sweep',
  unique: 'exclusive',
  run: async (_data, { app, log }) => {
    const staging = openStaging(app)
    const each = async (ids: readonly number[], act: (id: number) => Promise<void>): Promise<void> => {
      for (const id of ids) {
        await act(id).catch((err: unknown) => log.error({ err, upload_id: id }, 'sweep of an upload failed'))
      }
    }
    await each(await findUploadsAwaiting(app.db, 'completion'), (id) => finishUpload(app, staging, id))
    await each(await findUploadsAwaiting(app.db, 'expiry'), (id) => expireUpload(app, staging, id))
    // List the files first: an upload's row is created before its first byte.
    const staged = await staging.list()
    const unfinished = new Set(await findUnfinishedUploads(app.db, staged))
    await each(
      staged.filter((id) => !unfinished.has(id)),
      (id) => staging.discard(id),
    )
  },
})
