import type { App } from '../../platform/app.ts'
import { ThreadFailure } from '../../platform/threads/thread-failure.ts'
import type { ThreadOptions } from '../../platform/threads/threads.ts'
import { endExpiredLock, type LockedTranscript, type LockEnd } from './end-expired-lock.ts'
import type endExpiredLockThread from './end-expired-lock.thread.ts'

/** Computing time of a worker thread that publishes a draft; 60,000 words take some 3 s. */
export const PUBLICATION_MS = 60_000

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
