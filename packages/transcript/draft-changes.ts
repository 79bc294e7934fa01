// Drafts on the server. The browser sends only the net changes that differ from those it has sent before; the server
// stores them per block, without their order, which is restored here.

import { sameBlock } from './editable-block.ts'
import type { NetChange } from './change-set.ts'

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
