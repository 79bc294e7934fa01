import { invert, rebase } from '@kaiwa/transcript'
import type { Edit, EditableDocument, NetChange } from '@kaiwa/transcript'

/**
 * Changes of an older version as one edit of today's document; null when it has them already. What was changed in a block
 * that is gone comes back as a block of its own: an import replaces all of them, and nothing that was typed may be lost.
 */
export function putOn(today: EditableDocument, changes: readonly NetChange[]): Edit | null {
  const withGone = changes.map((change) =>
    change.before && change.after && today.blocks.get(change.uuid) === undefined ? { ...change, before: null } : change,
  )
  const { document, changes: steps } = rebase(today, withGone)
  return steps.length === 0 ? null : { document, changes: steps, inverse: invert(steps) }
}
