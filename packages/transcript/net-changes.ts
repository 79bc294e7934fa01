// Net changes between two versions of a document: the state before and after of each changed block. A block occurs at
// most once, even when it was edited, inserted and deleted many times, and not at all when it is the same again. A save
// sends them as a change set.
import { type Change, uuidOf } from './change.ts'
import { type EditableBlock, sameBlock, sameBody, toSavedBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import type { ChangeSet } from '@kaiwa/contract/changes.ts'

/** One block before and after; null when it did not exist. Plain data, because drafts are stored in this form. */
export interface NetChange {
  readonly uuid: string
  readonly before: EditableBlock | null
  readonly after: EditableBlock | null
  /** The block before it: in the newer document or, for a deleted block, in the older one. */
  readonly previous: string | null
}

function previousOf({ blocks }: EditableDocument, uuid: string): string | null {
  return blocks.at(blocks.indexOf(uuid) - 1)?.uuid ?? null
}

/** The uuids of the changed blocks, without duplicates. */
export function touchedBy(changes: Iterable<Change>): Set<string> {
  return new Set(Array.from(changes, uuidOf))
}

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

export function emptyChangeSet(): ChangeSet {
  return { blocks: [], insert: [], delete: [], speaker: [], section: [] }
}

/** Converts net changes to a change set. `document` is the newer version; it gives the positions of inserted blocks. */
export function toChangeSet(net: readonly NetChange[], document: EditableDocument): ChangeSet {
  const set = emptyChangeSet()
  const groups = new Map<number | null, string[]>()
  for (const { uuid, before, after } of net) {
    if (!after) set.delete.push(uuid)
    else if (!before) {
      set.insert.push({ ...toSavedBlock(after), position: document.blocks.indexOf(uuid), speaker_id: after.speaker_id })
      if (after.section_name !== null) set.section.push({ block_uuid: uuid, section_name: after.section_name })
    } else {
      const hasNewSpeaker = before.speaker_id !== after.speaker_id
      // A new speaker of a block with a section sets the break flag, unless the block's own entry contains the flag.
      const isHeaded = before.section_name !== null || after.section_name !== null
      if ((hasNewSpeaker && isHeaded) || !sameBody(before, after)) set.blocks.push(toSavedBlock(after))
      if (before.section_name !== after.section_name)
        set.section.push({ block_uuid: uuid, section_name: after.section_name })
      if (!hasNewSpeaker) continue
      const blocks = groups.get(after.speaker_id)
      if (blocks) blocks.push(uuid)
      else groups.set(after.speaker_id, [uuid])
    }
  }
  for (const [speaker_id, [block_uuid, ...child_block_uuids]] of groups)
    set.speaker.push({ block_uuid: block_uuid!, speaker_id, child_block_uuids })
  return set
}

/**
 * The change set of a save: the smallest one that turns `saved` into `document`, given the touched blocks. Blocks that
 * were inserted and deleted, or edited and undone, are not in it.
 */
export function compactChanges(
  saved: EditableDocument,
  document: EditableDocument,
  touched: Iterable<string>,
): ChangeSet {
  return toChangeSet(netChanges(saved, document, touched), document)
}

export function isEmptyChangeSet(set: ChangeSet): boolean {
  return set.blocks.length + set.insert.length + set.delete.length + set.speaker.length + set.section.length === 0
}
