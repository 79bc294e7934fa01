import { applyAll, type NetChange, put } from './changes.ts'
import type { Change, EditableDocument } from './editable-document.ts'
import { type EditableBlock, sameBlock } from './editable-block.ts'
import { mergeVersions } from './merge-versions.ts'

/** Result of applying a change of an older version to the current block. */
export interface RebaseOutcome {
  /** The new block; null to delete it, undefined to leave it unchanged. */
  readonly result: EditableBlock | null | undefined
  /** Another user changed the same thing or deleted the block, so the user must review it. */
  readonly isConflict: boolean
}

function unchanged(isConflict: boolean): RebaseOutcome {
  return { result: undefined, isConflict }
}

/** Applies one change to the current version of its block. */
export function rebaseChange({ before, after }: NetChange, current: EditableBlock | undefined): RebaseOutcome {
  if (before && after) {
    if (!current) return unchanged(true)
    const { block, isConflict } = mergeVersions(before, after, current)
    return { result: block, isConflict }
  }
  if (after) {
    // The block may already exist when a save succeeded but its response was lost.
    if (current) return sameBlock(current, after) ? unchanged(false) : { result: after, isConflict: true }
    return { result: after, isConflict: false }
  }
  if (!current || !before) return unchanged(false)
  // Words of the same text differ after a new analysis, which is no reason to keep the block.
  return sameBlock({ ...current, terms: before.terms }, before) ? { result: null, isConflict: false } : unchanged(true)
}

/** The block after which to insert a block whose neighbour was deleted: the last one that starts before it. */
function precedingBlockByTime({ blocks }: EditableDocument, { start_time }: EditableBlock): string | null {
  let previous: string | null = null
  for (const block of blocks) if (block.start_time <= start_time) previous = block.uuid
  return previous
}

export interface RebaseResult {
  readonly document: EditableDocument
  readonly changes: readonly Change[]
  /** Uuids of the blocks that the user must review. */
  readonly conflicts: readonly string[]
}

/** Applies net changes of an older version (a draft) to the current document. Changes made by others are kept. */
export function rebase(document: EditableDocument, net: readonly NetChange[]): RebaseResult {
  const changes: Change[] = []
  const conflicts: string[] = []
  // A sequence needs long to find that it does not have a block.
  const known = new Set(Array.from(document.blocks, ({ uuid }) => uuid))
  let current = document
  const step = (change: Change) => {
    changes.push(change)
    current = applyAll(current, [change])
  }
  for (const change of net) {
    const block = known.has(change.uuid) ? current.blocks.get(change.uuid) : undefined
    const { result: becomes, isConflict } = rebaseChange(change, block)
    if (isConflict) conflicts.push(change.uuid)
    if (becomes && block) put(block, becomes).forEach(step)
    else if (becomes) {
      const isKnown = change.previous === null || known.has(change.previous)
      step({
        type: 'insert',
        previous: isKnown ? change.previous : precedingBlockByTime(current, becomes),
        block: becomes,
      })
      known.add(change.uuid)
    } else if (becomes === null && block) {
      const previous = current.blocks.at(current.blocks.indexOf(block.uuid) - 1)?.uuid ?? null
      step({ type: 'delete', previous, block })
      known.delete(change.uuid)
    }
  }
  return { document: current, changes, conflicts }
}
