import { EditFailure, uuidOf } from '@kaiwa/transcript'
import type { Change, EditFailureCode } from '@kaiwa/transcript'

/** Why an edit was not done. `unknown-block`: the page and the document are out of step, read the transcript anew. */
export type RefusalReason = EditFailureCode | 'locked'

/** An edit that touches a block which somebody else holds. */
class Locked extends Error {}

/** Lets changes pass that touch no locked block. */
export function checkLock(changes: readonly Change[], locked: ReadonlySet<string>): void {
  if (locked.size > 0 && changes.some((change) => locked.has(uuidOf(change)))) throw new Locked()
}

/** What an act that may be refused answers, or why it was. Any other error passes through. */
export function attempt<T>(act: () => T): T | RefusalReason {
  try {
    return act()
  } catch (error) {
    if (error instanceof Locked) return 'locked'
    if (error instanceof EditFailure) return error.code
    throw error
  }
}
