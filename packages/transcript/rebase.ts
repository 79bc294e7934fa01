import { applyAll, put } from './change.ts'
import type { Change } from './change.ts'
import { sameBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import { mergeVersions } from './merge-versions.ts'
import type { NetChange } from './net-changes.ts'

/** How a change made on an older version fares on the block as it is now. */
export interface Fate {
  /** What the block becomes: null to be deleted, undefined to be left as it is. */
  readonly becomes: EditableBlock | null | undefined
  /** Somebody changed the same thing since, or it is gone: a person should look. */
  readonly isConflict: boolean
}

const leave = (isConflict: boolean): Fate => ({ becomes: undefined, isConflict })

/** Judges one change against the block of its uuid today. */
export function fateOf({ before, after }: NetChange, current: EditableBlock | undefined): Fate {
  if (before && after) {
    if (!current) return leave(true)
    const { block, isConflict } = mergeVersions(before, after, current)
    return { becomes: block, isConflict }
  }
  if (after) {
    // It may be there already: a save whose answer never arrived.
    if (current) return sameBlock(current, after) ? leave(false) : { becomes: after, isConflict: true }
    return { becomes: after, isConflict: false }
  }
  if (!current || !before) return leave(false)
  return sameBlock(current, before) ? { becomes: null, isConflict: false } : leave(true)
}

/** Where a block goes whose neighbour is gone: behind the last that begins before it. */
function placeByTime({ blocks }: EditableDocument, { start_time }: EditableBlock): string | null {
  let previous: string | null = null
  for (const block of blocks) if (block.start_time <= start_time) previous = block.uuid
  return previous
}

export interface Rebased {
  readonly document: EditableDocument
  readonly changes: readonly Change[]
  /** Uuids of the blocks a person should look at. */
  readonly conflicts: readonly string[]
}

/** Makes changes of an older version (a draft) on today's document. What others did since stays. */
export function rebase(document: EditableDocument, net: readonly NetChange[]): Rebased {
  const changes: Change[] = []
  const conflicts: string[] = []
  let current = document
  const step = (change: Change) => {
    changes.push(change)
    current = applyAll(current, [change])
  }
  for (const change of net) {
    const block = current.blocks.get(change.uuid)
    const { becomes, isConflict } = fateOf(change, block)
    if (isConflict) conflicts.push(change.uuid)
    if (becomes && block) put(block, becomes).forEach(step)
    else if (becomes) {
      const isKnown = change.previous === null || current.blocks.get(change.previous) !== undefined
      step({ type: 'insert', previous: isKnown ? change.previous : placeByTime(current, becomes), block: becomes })
    } else if (becomes === null && block) {
      const previous = current.blocks.at(current.blocks.placeOf(block.uuid) - 1)?.uuid ?? null
      step({ type: 'delete', previous, block })
    }
  }
  return { document: current, changes, conflicts }
}
