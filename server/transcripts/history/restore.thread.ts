import '../../wiring.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'
import { type Restoration, restoreRevision } from './restore-revision.ts'

const task: ThreadTask<Restoration, Awaited<ReturnType<typeof restoreRevision>>> = (restoration, { db }) =>
  restoreRevision(db(), restoration)
export default task
