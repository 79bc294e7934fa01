import '../../wiring.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'
import { endExpiredLock, type LockedTranscript, type LockEnd } from './end-expired-lock.ts'

const task: ThreadTask<LockedTranscript, LockEnd> = (target, { db }) =>
  db()
    .transaction()
    .execute((trx) => endExpiredLock(trx, target, 'publish-in-thread'))
export default task
