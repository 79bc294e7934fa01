// Caret position after a change. When another user changes the text, the caret keeps its position in the text. After undo
// and redo it moves to the change.

import type { Change, TextPosition } from '@kaiwa/transcript'
import { smallestEdit } from './text-edit.ts'

function mapOffset(offset: number, before: string, after: string): number {
  const { start, end, text } = smallestEdit(before, after)
  if (offset <= start) return offset
  return offset >= end ? offset + text.length - (end - start) : start + text.length
}

/**
 * The position of a deleted block's text after a merge into the previous block; the end of that block when the text was
 * removed.
 */
function seamOf(changes: readonly Change[], deleted: Extract<Change, { type: 'delete' }>): TextPosition | null {
  const { previous, block } = deleted
  if (previous === null) return null
  const joined = changes.find((change) => change.type === 'put' && change.after.uuid === previous)
  const content = joined?.type === 'put' ? joined.after.content : ''
  return { uuid: previous, offset: content.endsWith(block.content) ? content.length - block.content.length : Infinity }
}

/** The position after `changes`; null when its block was deleted and there is no previous block. */
export function mapTextPosition(position: TextPosition, changes: readonly Change[]): TextPosition | null {
  let { uuid, offset } = position
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

/**
 * The position where changes happened: the start of an inserted block, the seam of a merge, or the end of the changed
 * text.
 */
export function positionOfChanges(changes: readonly Change[]): TextPosition | null {
  const inserted = changes.findLast((change) => change.type === 'insert')
  if (inserted) return { uuid: inserted.block.uuid, offset: 0 }
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
