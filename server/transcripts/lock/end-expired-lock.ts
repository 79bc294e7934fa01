// Ends an expired lock: publishes the draft of its holder and tells readers, in one transaction, so that it happens once,
// also when it is killed and begins again. Uses only the database, so that it can run in a worker thread.
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { ThreadFailure } from '../../platform/threads/thread-failure.ts'
import type { ThreadOptions } from '../../platform/threads/threads.ts'
import { lockFile } from '../../files/store/files.ts'
import { type Publication, publishDraft } from '../drafts/publish-draft.ts'
import { endLock, findLock, type LockRow } from '../store/edit-locks.ts'
import { publishLock } from './edit-lock.ts'
import type endExpiredLockThread from './end-expired-lock.thread.ts'

/** Computing time of a worker thread that publishes a draft; 60,000 words take some 3 s. */
export const PUBLICATION_MS = 60_000

export interface LockedTranscript {
  transcriptId: number
  fileId: number
}

/** `renewed`: the lock has not expired. `none`: it had no draft, or had ended before. Otherwise what became of the draft. */
export type LockEnd = Publication | { renewed: Date }

/** Publishes the draft of an expired lock. The caller holds the file's row. */
export function publishExpiredDraft(
  trx: Trx,
  transcriptId: number,
  { user_id: userId, version: lockVersion }: LockRow,
  options: { isInThread: boolean },
): Promise<Publication> {
  return publishDraft(trx, { transcriptId, lockVersion, userId }, options)
}

/** `draft`: `publish` does nothing (`long`) when the draft needs a worker thread; `keep` leaves it to its author. */
export async function endExpiredLock(
  trx: Trx,
  { transcriptId, fileId }: LockedTranscript,
  draft: 'publish' | 'publish-in-thread' | 'keep',
): Promise<LockEnd> {
  await lockFile(trx, fileId)
  const lock = await findLock(trx, transcriptId)
  if (lock?.state !== 'held') return 'none'
  if (lock.is_held) return { renewed: lock.until }
  const isInThread = draft === 'publish-in-thread'
  const outcome = draft === 'keep' ? 'kept' : await publishExpiredDraft(trx, transcriptId, lock, { isInThread })
  if (outcome === 'long') return outcome
  await endLock(trx, transcriptId, 'expired')
  await publishLock(trx, fileId, null)
  return outcome
}

/**
 * Ends an expired lock in a worker thread. When the draft needs more memory or computing time than a thread has, it would
 * fail again: the lock ends and the draft is kept.
 */
export async function endExpiredLockInThread(
  app: App,
  target: LockedTranscript,
  options: ThreadOptions,
): Promise<LockEnd> {
  try {
    const module = new URL('end-expired-lock.thread.ts', import.meta.url)
    return await app.threads.run<typeof endExpiredLockThread>(module, target, options)
  } catch (error) {
    if (!(error instanceof ThreadFailure) || (error.reason !== 'memory' && error.reason !== 'time')) throw error
    app.log.warn({ ...target, reason: error.reason }, 'draft of an expired lock is too long to be published')
    return endLockWithoutDraft(app, target)
  }
}

/** Ends an expired lock and keeps the draft. */
export function endLockWithoutDraft(app: App, target: LockedTranscript): Promise<LockEnd> {
  return app.db.transaction().execute((trx) => endExpiredLock(trx, target, 'keep'))
}
