import { EditFailure, uuidOf } from '@kaiwa/transcript'
import type { Change, EditFailureCode } from '@kaiwa/transcript'

/** Reason for a refused edit. `unknown-block`: page and document are out of sync; reload the transcript. */
export type RefusalReason = EditFailureCode | 'locked'

/** The edit changes a block that another user has locked. */
class BlockLockedError extends Error {}

/** Throws when a change touches a locked block. */
export function checkLock(changes: readonly Change[], locked: ReadonlySet<string>): void {
  if (locked.size > 0 && changes.some((change) => locked.has(uuidOf(change)))) throw new BlockLockedError()
}

/** The result of `act`, or the reason when it is refused. Any other error is rethrown. */
export function tryEdit<T>(act: () => T): T | RefusalReason {
  try {
    return act()
  } catch (error) {
    if (error instanceof BlockLockedError) return 'locked'
    if (error instanceof EditFailure) return error.code
    throw error
  }
}
