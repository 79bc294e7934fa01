// Code that only edit mode needs, in addition to the tools of the session. It is loaded when edit mode starts.
export { Autosaver } from './autosaver.ts'
export { DraftWriter } from './draft-writer.ts'
export { conflictingLock, lockLossMessage } from './edit-failures.ts'
export { LockLease } from './lock-lease.ts'
export { Saver } from './saver.ts'
