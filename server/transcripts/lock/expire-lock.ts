import { job } from '../../platform/jobs/job.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { lockFile } from '../../files/store/files.ts'
import { publishLock } from './edit-lock.ts'
import { publishExpiredDraft } from './publish-expired-draft.ts'
import { endLock, findLock } from '../store/edit-locks.ts'

interface Data {
  transcript_id: number
  file_id: number
}

/**
 * Ends an expired lock: publishes the draft of its holder and tells readers, in one transaction, so that a job that is
 * killed and runs again does it once. One job per transcript is queued; it reschedules itself while the lock is renewed.
 */
export const expireLock = job<Data>({
  name: 'transcripts.expire-lock',
  unique: 'queued',
  concurrency: 4,
  run: ({ transcript_id, file_id }, { app }) =>
    app.db.transaction().execute(async (trx) => {
      await lockFile(trx, file_id)
      const lock = await findLock(trx, transcript_id)
      if (lock?.state !== 'held') return
      if (lock.is_held) return scheduleLockExpiry(trx, app, { transcript_id, file_id }, lock.until)
      await publishExpiredDraft(trx, app, transcript_id, lock)
      await endLock(trx, transcript_id, 'expired')
      await publishLock(trx, file_id, null)
    }),
})

/** Schedules the check of a lock's expiry, which runs even if the holder disconnects. */
export async function scheduleLockExpiry(trx: Trx, app: App, data: Data, until: Date): Promise<void> {
  await app.jobs.send(trx, expireLock, data, { key: String(data.transcript_id), startAfter: until })
}
