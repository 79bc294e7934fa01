import { job } from '../../platform/jobs/job.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { endExpiredLock, type LockedTranscript } from './end-expired-lock.ts'
import { endExpiredLockInThread, endLockWithoutDraft, PUBLICATION_MS } from './end-expired-lock-in-thread.ts'

interface Data {
  transcript_id: number
  file_id: number
}

function toTarget({ transcript_id: transcriptId, file_id: fileId }: Data): LockedTranscript {
  return { transcriptId, fileId }
}

/**
 * Ends an expired lock with its draft, unless the draft is long. One job per transcript is queued; it reschedules itself
 * while the lock is renewed. A draft that cannot be published must not keep others from editing: after the last attempt,
 * the lock ends and the draft is kept.
 */
export const expireLock = job<Data>({
  name: 'transcripts.expire-lock',
  unique: 'queued',
  concurrency: 4,
  run: async (data, { app, log }) => {
    const end = await app.db.transaction().execute(async (trx) => {
      const found = await endExpiredLock(trx, toTarget(data), 'publish')
      if (found === 'long') await app.jobs.send(trx, publishLongDraft, data, { key: String(data.transcript_id) })
      if (typeof found === 'object') await scheduleLockExpiry(trx, app, data, found.renewed)
      return found
    })
    if (end === 'kept') log.info(data, 'draft of an expired lock kept')
  },
  giveUp: (data, { app }) => endLockWithoutDraft(app, toTarget(data)),
})

/** Ends an expired lock with a long draft in a worker thread. A separate job, because it may wait long for the thread. */
export const publishLongDraft = job<Data>({
  name: 'transcripts.publish-long-draft',
  unique: 'queued',
  run: async (data, { app, log, signal }) => {
    const options = { lane: 'background', timeoutMs: PUBLICATION_MS, signal } as const
    const end = await endExpiredLockInThread(app, toTarget(data), options)
    if (end === 'kept') log.info(data, 'draft of an expired lock kept')
    // The holder has renewed it in between.
    if (typeof end === 'object')
      await app.db.transaction().execute((trx) => scheduleLockExpiry(trx, app, data, end.renewed))
  },
  giveUp: (data, { app }) => endLockWithoutDraft(app, toTarget(data)),
})

/** Schedules the check of a lock's expiry, which runs even if the holder disconnects. */
export async function scheduleLockExpiry(trx: Trx, app: App, data: Data, until: Date): Promise<void> {
  await app.jobs.send(trx, expireLock, data, { key: String(data.transcript_id), startAfter: until })
}
