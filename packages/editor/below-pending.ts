import { mergeVersions } from '@kaiwa/transcript'
import type { Change, EditableDocument } from '@kaiwa/transcript'

/** `changes` for a document with pending edits: where both change the same thing, the pending edit wins. */
export function belowPending({ blocks }: EditableDocument, changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    const pending = change.type === 'put' ? blocks.get(change.after.uuid) : undefined
    if (change.type !== 'put' || !pending || pending === change.before) return change
    return { ...change, before: pending, after: mergeVersions(change.before, pending, change.after).block }
  })
}
