// Drafts on the server. The browser sends only the net changes that differ from those it has sent before; the server
// stores them per block, without their order, which is restored here.

import { type EditableBlock, sameBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import type { NetChange } from './changes.ts'

/** The difference between a stored draft and the current changes. */
export interface DraftDelta {
  readonly changed: readonly NetChange[]
  /** Uuids of blocks that are no longer changed. */
  readonly reverted: readonly string[]
}

/**
 * Whether a stored change has the same result. A new place counts only for a new block. A block that others have deleted
 * since has become a new one.
 */
function isSameResult(a: NetChange, b: NetChange): boolean {
  if (a.after === null || b.after === null) return a.after === b.after
  const isNew = a.before === null
  return sameBlock(a.after, b.after) && isNew === (b.before === null) && (!isNew || a.previous === b.previous)
}

/** The difference between the changes sent so far, by uuid, and the current ones. */
export function draftDelta(sent: ReadonlyMap<string, NetChange>, current: readonly NetChange[]): DraftDelta {
  const uuids = new Set(current.map(({ uuid }) => uuid))
  return {
    changed: current.filter((change) => {
      const before = sent.get(change.uuid)
      return before === undefined || !isSameResult(before, change)
    }),
    reverted: [...sent.keys()].filter((uuid) => !uuids.has(uuid)),
  }
}

function startOf({ before, after }: NetChange): number {
  return (after ?? before)?.start_time ?? 0
}

/**
 * Orders the changes of a draft as `rebase` needs them: deleted blocks first, and each new block after the new block that
 * it follows; otherwise by time. Unsound data (circles) keep the order of time.
 */
export function orderDraft(changes: readonly NetChange[]): NetChange[] {
  const byTime = changes.toSorted((a, b) => startOf(a) - startOf(b))
  const ordered = byTime.filter(({ after }) => after === null)
  const waiting = new Map(byTime.filter(({ after }) => after !== null).map((change) => [change.uuid, change]))
  for (const change of byTime) {
    // The new blocks before this one that are not placed yet, nearest first.
    const chain: NetChange[] = []
    let next = waiting.get(change.uuid)
    while (next) {
      waiting.delete(next.uuid)
      chain.push(next)
      const previous: NetChange | undefined = next.previous === null ? undefined : waiting.get(next.previous)
      next = next.before === null && previous?.before === null ? previous : undefined
    }
    ordered.push(...chain.reverse())
  }
  return ordered
}

/**
 * Returns a function that finds the block after which to insert a new block without a neighbour: the last one that
 * starts before it. Blocks found for in the order of time follow each other.
 */
function openPlacesByTime(blocks: readonly EditableBlock[]): (block: EditableBlock) => string | null {
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

/**
 * Gives a neighbour to new blocks whose own one is missing, as `rebase` does for each of them by reading all blocks.
 * `changes` are in the order of `orderDraft`.
 */
export function placeByTime({ blocks }: EditableDocument, changes: readonly NetChange[]): NetChange[] {
  const deleted = new Set(changes.flatMap(({ uuid, after }) => (after === null ? uuid : [])))
  const kept = Array.from(blocks).filter(({ uuid }) => !deleted.has(uuid))
  const known = new Set(kept.map(({ uuid }) => uuid))
  const findPlace = openPlacesByTime(kept)
  return changes.map((change) => {
    const { uuid, after, previous } = change
    if (after === null || known.has(uuid)) return change
    const isPlaced = previous === null || known.has(previous)
    known.add(uuid)
    return isPlaced ? change : { ...change, previous: findPlace(after) }
  })
}
