// Applies changes to a document. A page that is only read does not load this.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import { blockToEdit, invert, uuidOf } from './editable-document.ts'
import type { Change, Edit, EditableDocument } from './editable-document.ts'
import { EditFailure } from './edit-failure.ts'
import type { EditableBlock } from './editable-block.ts'
import { mergeVersions } from './merge-versions.ts'

function applyStructure(document: EditableDocument, change: Exclude<Change, { type: 'put' }>): EditableDocument {
  const { blocks } = document
  if (change.type === 'delete')
    return { ...document, blocks: blocks.remove(blockToEdit(document, change.block.uuid).uuid) }
  if (change.previous !== null) blockToEdit(document, change.previous)
  const index = change.previous === null ? 0 : blocks.indexOf(change.previous) + 1
  return { ...document, blocks: blocks.insert(index, change.block) }
}

/**
 * The block after a put. When the block has changed since (another user's tag, a new analysis), those changes are kept.
 */
function afterPut(current: EditableBlock, { before, after }: Extract<Change, { type: 'put' }>): EditableBlock {
  return current === before ? after : mergeVersions(before, after, current).block
}

/** Applies changes in order. Throws EditFailure `unknown-block` when they belong to another document. */
export function applyAll(document: EditableDocument, changes: readonly Change[]): EditableDocument {
  let current = document
  // Consecutive puts are applied together, so that replacing 5,000 hits copies each chunk only once.
  let waiting = new Map<string, EditableBlock>()
  const settle = () => {
    if (waiting.size === 0) return
    current = { ...current, blocks: current.blocks.put(waiting.values()) }
    waiting = new Map()
  }
  for (const change of changes) {
    if (change.type === 'put') {
      const { uuid } = change.after
      waiting.set(uuid, afterPut(waiting.get(uuid) ?? blockToEdit(current, uuid), change))
    } else {
      settle()
      current = applyStructure(current, change)
    }
  }
  settle()
  return current
}

/**
 * Creates an edit from changes; null when the list is empty. Throws EditFailure `too-long` when a block exceeds its
 * limit.
 */
export function edit(document: EditableDocument, changes: readonly Change[]): Edit | null {
  if (changes.length === 0) return null
  for (const change of changes) {
    if (change.type === 'delete') continue
    const [length, before] =
      change.type === 'put'
        ? [change.after.content.length, change.before.content.length]
        : [change.block.content.length, 0]
    if (length > LIMITS.blockLength && length > before) throw new EditFailure('too-long', uuidOf(change))
  }
  return { document: applyAll(document, changes), changes, inverse: invert(changes) }
}

/** The change from one version of a block to the next; empty when both are the same object. */
export function put(before: EditableBlock, after: EditableBlock): Change[] {
  return before === after ? [] : [{ type: 'put', before, after }]
}
