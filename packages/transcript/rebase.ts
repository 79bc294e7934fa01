import { applyAll, type Change, put } from './change.ts'
import type { NetChange } from './change-set.ts'
import { sameBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
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

/**
 * Returns a function that finds the block after which to insert a new block whose neighbour was deleted: the last one that
 * starts before it. Blocks found for in the order of time follow each other.
 */
function openPlacesByTime(document: EditableDocument): (block: EditableBlock) => string | null {
  const blocks = [...document.blocks]
  // The earliest start of each block and those after it: in ascending order, so that it can be searched.
  const earliest = blocks.map(({ start_time }) => start_time)
  for (let index = earliest.length - 2; index >= 0; index--)
    earliest[index] = Math.min(earliest[index]!, earliest[index + 1]!)
  const lastPlaced = new Map<string | null, EditableBlock>()
  return (block) => {
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (earliest[middle]! <= block.start_time) low = middle + 1
      else high = middle
    }
    const previous = blocks[low - 1]?.uuid ?? null
    const placed = lastPlaced.get(previous)
    if (placed && placed.start_time > block.start_time) return previous
    lastPlaced.set(previous, block)
    return placed?.uuid ?? previous
  }
}

export interface RebaseResult {
  readonly document: EditableDocument
  readonly changes: readonly Change[]
  /** Uuids of the blocks that the user must review. */
  readonly conflicts: readonly string[]
}

/**
 * Applies net changes of an older version (a draft) to the current document. Changes made by others are kept. Deleted
 * blocks come first in `net`.
 */
export function rebase(document: EditableDocument, net: readonly NetChange[]): RebaseResult {
  const changes: Change[] = []
  const conflicts: string[] = []
  // A sequence needs long to find that it does not have a block.
  const known = new Set(Array.from(document.blocks, ({ uuid }) => uuid))
  let findPlace: ReturnType<typeof openPlacesByTime> | undefined
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
      if (!isKnown) findPlace ??= openPlacesByTime(current)
      step({ type: 'insert', previous: isKnown ? change.previous : findPlace!(becomes), block: becomes })
      known.add(change.uuid)
    } else if (becomes === null && block) {
      const previous = current.blocks.at(current.blocks.indexOf(block.uuid) - 1)?.uuid ?? null
      step({ type: 'delete', previous, block })
      known.delete(change.uuid)
    }
  }
  return { document: current, changes, conflicts }
}
