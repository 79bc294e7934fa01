// Net changes between two versions of a document: the state before and after of each changed block. A block occurs at
// most once, even when it was edited, inserted and deleted many times, and not at all when it is the same again.

import { uuidOf } from './change.ts'
import type { Change } from './change.ts'
import { sameBlock } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'

/** One block before and after; null when it did not exist. Plain data, because drafts are stored in this form. */
export interface NetChange {
  readonly uuid: string
  readonly before: EditableBlock | null
  readonly after: EditableBlock | null
  /** The block before it: in the newer document or, for a deleted block, in the older one. */
  readonly previous: string | null
}

const previousOf = ({ blocks }: EditableDocument, uuid: string): string | null =>
  blocks.at(blocks.indexOf(uuid) - 1)?.uuid ?? null

/** The uuids of the changed blocks, without duplicates. */
export const touchedBy = (changes: Iterable<Change>): Set<string> => new Set(Array.from(changes, uuidOf))

/**
 * The net changes of the touched blocks: deleted blocks first, in the older reading order, then the others in the newer
 * one. The cost depends only on the number of touched blocks.
 */
export function netChanges(older: EditableDocument, newer: EditableDocument, touched: Iterable<string>): NetChange[] {
  const net: { place: number; change: NetChange }[] = []
  for (const uuid of touched) {
    const before = older.blocks.get(uuid) ?? null
    const after = newer.blocks.get(uuid) ?? null
    if (before === after || (before && after && sameBlock(before, after))) continue
    const home = after ? newer : older
    const place = home.blocks.indexOf(uuid) + (after ? older.blocks.length : 0)
    net.push({ place, change: { uuid, before, after, previous: previousOf(home, uuid) } })
  }
  return net.sort((a, b) => a.place - b.place).map(({ change }) => change)
}

/** All net changes between any two versions. O(blocks), fast where the versions share blocks. */
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
