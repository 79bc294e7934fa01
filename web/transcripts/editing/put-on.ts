import { invert, rebase } from '@kaiwa/transcript'
import type { Edit, EditableDocument, NetChange } from '@kaiwa/transcript'

/** Changes of an older version as one edit of today's document; null when it has them already. */
export function putOn(today: EditableDocument, changes: readonly NetChange[]): Edit | null {
  const { document, changes: steps } = rebase(today, changes)
  return steps.length === 0 ? null : { document, changes: steps, inverse: invert(steps) }
}
