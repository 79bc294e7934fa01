import { invert, mergeVersions, rebase } from '@kaiwa/transcript'
import type { Change, Edit, EditableDocument, NetChange } from '@kaiwa/transcript'

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

/**
 * Returns `changes` as they apply to a document with unsaved edits. If an edit and a change concern the same part of a
 * block, the unsaved edit is kept.
 */
export function belowPending({ blocks }: EditableDocument, changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    const pending = change.type === 'put' ? blocks.get(change.after.uuid) : undefined
    if (change.type !== 'put' || !pending || pending === change.before) return change
    return { ...change, before: pending, after: mergeVersions(change.before, pending, change.after).block }
  })
}
