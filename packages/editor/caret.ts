// Where the caret goes when the text changes under it: with its text when others change something, to the change when a
// batch is undone or done again.

import type { Change, Place } from '@kaiwa/transcript'
import { smallestEdit } from './text-edit.ts'

function mapOffset(offset: number, before: string, after: string): number {
  const { start, end, text } = smallestEdit(before, after)
  if (offset <= start) return offset
  return offset >= end ? offset + text.length - (end - start) : start + text.length
}

/** Where a block's text went that was merged into the one in front; its end when it is simply gone. */
function seamOf(changes: readonly Change[], deleted: Extract<Change, { type: 'delete' }>): Place | null {
  const { previous, block } = deleted
  if (previous === null) return null
  const joined = changes.find((change) => change.type === 'put' && change.after.uuid === previous)
  const content = joined?.type === 'put' ? joined.after.content : ''
  return { uuid: previous, offset: content.endsWith(block.content) ? content.length - block.content.length : Infinity }
}

/** The place after changes; null when its block is gone and none is in front. */
export function mapPlace(place: Place, changes: readonly Change[]): Place | null {
  let { uuid, offset } = place
  for (const change of changes) {
    if (change.type === 'put' && change.after.uuid === uuid)
      offset = mapOffset(offset, change.before.content, change.after.content)
    else if (change.type === 'delete' && change.block.uuid === uuid) {
      const seam = seamOf(changes, change)
      if (!seam) return null
      uuid = seam.uuid
      offset += seam.offset
    }
  }
  return { uuid, offset }
}

/** Where changes happened: at the block that came back, at the seam of one that went, behind the text that changed. */
export function placeOfChanges(changes: readonly Change[]): Place | null {
  const came = changes.findLast((change) => change.type === 'insert')
  if (came) return { uuid: came.block.uuid, offset: 0 }
  const isMerge = changes.some((change) => change.type === 'delete')
  for (const change of changes) {
    if (change.type !== 'put' || change.before.content === change.after.content) continue
    const { start, text } = smallestEdit(change.before.content, change.after.content)
    return { uuid: change.after.uuid, offset: isMerge ? start : start + text.length }
  }
  const [first] = changes
  if (!first) return null
  return first.type === 'put'
    ? { uuid: first.after.uuid, offset: 0 }
    : first.previous === null
      ? null
      : { uuid: first.previous, offset: Infinity }
}
