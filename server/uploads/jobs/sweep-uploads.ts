import { job } from '../../platform/jobs/job.ts'
import { expireUpload } from '../expire-upload.ts'
import { finishUpload } from '../finish-upload.ts'
import { openStaging } from '../open-staging.ts'
import { uploadsAwaiting, uploadsUnfinishedOf } from '../store.ts'

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
    await each(await uploadsAwaiting(app.db, 'completion'), (id) => finishUpload(app, staging, id))
    await each(await uploadsAwaiting(app.db, 'expiry'), (id) => expireUpload(app, staging, id))
    // List the files first: an upload's row is created before its first byte.
    const staged = await staging.list()
    const unfinished = new Set(await uploadsUnfinishedOf(app.db, staged))
    await each(
      staged.filter((id) => !unfinished.has(id)),
      (id) => staging.discard(id),
    )
  },
})
