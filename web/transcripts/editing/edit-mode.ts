// What only edit mode needs beside the tools of the session. Loaded when it starts.
export { Autosaver } from './autosaver.ts'
export { DraftWriter } from './draft-writer.ts'
export { conflictingLock, lockLossMessage } from './edit-failures.ts'
export { LockLease } from './lock-lease.ts'
export { Saver } from './saver.ts'
