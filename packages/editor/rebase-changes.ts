import { invert, rebase } from '@kaiwa/transcript'
import type { Edit, EditableDocument, NetChange } from '@kaiwa/transcript'

/**
 * Rebases changes of an older version onto the current document, as a single edit; null when it contains them already. A
 * change to a deleted block creates a new block: an import replaces all blocks, and no typed text may be lost.
 */
export function rebaseChanges(current: EditableDocument, changes: readonly NetChange[]): Edit | null {
  const withDeletedBlocks = changes.map((change) =>
    change.before && change.after && current.blocks.get(change.uuid) === undefined
      ? { ...change, before: null }
      : change,
  )
  const { document, changes: steps } = rebase(current, withDeletedBlocks)
  return steps.length === 0 ? null : { document, changes: steps, inverse: invert(steps) }
}
