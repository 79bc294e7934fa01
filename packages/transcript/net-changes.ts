// Between two versions of a document lies, for each block that was touched, what it was and what it is. However often a
// block was edited, inserted, deleted and brought back on the way, it appears once, and not at all when nothing is left.

import { uuidOf } from './change.ts'
import type { Change } from './change.ts'
import { sameBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'

/** One block before and after; null where there was or is none. Plain data: a draft is kept as these. */
export interface NetChange {
  readonly uuid: string
  readonly before: EditableBlock | null
  readonly after: EditableBlock | null
  /** The block in front of it: in the newer document, or, when it was deleted, in the older. */
  readonly previous: string | null
}

const previousOf = ({ blocks }: EditableDocument, uuid: string): string | null =>
  blocks.at(blocks.placeOf(uuid) - 1)?.uuid ?? null

/** The blocks that operations touched, each once. */
export const touchedBy = (changes: Iterable<Change>): Set<string> => new Set(Array.from(changes, uuidOf))

/**
 * What the touched blocks went through between two versions, in reading order of the newer; deleted ones first, in that
 * of the older. Costs as much as was touched.
 */
export function netChanges(older: EditableDocument, newer: EditableDocument, touched: Iterable<string>): NetChange[] {
  const net: { place: number; change: NetChange }[] = []
  for (const uuid of touched) {
    const before = older.blocks.get(uuid) ?? null
    const after = newer.blocks.get(uuid) ?? null
    if (before === after || (before && after && sameBlock(before, after))) continue
    const home = after ? newer : older
    const place = home.blocks.placeOf(uuid) + (after ? older.blocks.length : 0)
    net.push({ place, change: { uuid, before, after, previous: previousOf(home, uuid) } })
  }
  return net.sort((a, b) => a.place - b.place).map(({ change }) => change)
}

/** All differences between two versions, however they came about. O(blocks), quick where they share blocks. */
export function netChangesBetween(older: EditableDocument, newer: EditableDocument): NetChange[] {
  const seen = new Set<string>()
  const touched: string[] = []
  for (const block of newer.blocks) {
    seen.add(block.uuid)
    if (older.blocks.get(block.uuid) !== block) touched.push(block.uuid)
  }
  for (const { uuid } of older.blocks) if (!seen.has(uuid)) touched.push(uuid)
  return netChanges(older, newer, touched)
}
