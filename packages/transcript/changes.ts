// Changes of a document: applied, reduced to their net effect between two versions, and as a change set, which is what a save
// sends. In a change set a block occurs at most once, even when it was edited, inserted and deleted many times, and not at all
// when it is the same again. The server and other browsers apply it to their version. A page that is only read does not load
// this.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ChangeSet, SavedBlock } from '@kaiwa/contract/transcript-edits.ts'
import { toSectionName } from './clean-text.ts'
import { EditFailure } from './edit-failure.ts'
import { type EditableBlock, sameBlock, sameBody, sameSentiment, toSavedBlock, withSpeaker } from './editable-block.ts'
import { blockToEdit, invert, uuidOf } from './editable-document.ts'
import type { Change, Edit, EditableDocument } from './editable-document.ts'
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
  const sentiments: NonNullable<ChangeSet['sentiment']> = []
  const addSentiment = ({ uuid, sentiment, is_sentiment_manual: isManual }: EditableBlock) =>
    sentiments.push({ block_uuid: uuid, sentiment, is_manual: Boolean(isManual) })
  for (const { uuid, before, after } of net) {
    if (!after) set.delete.push(uuid)
    else if (!before) {
      set.insert.push({ ...toSavedBlock(after), position: document.blocks.indexOf(uuid), speaker_id: after.speaker_id })
      if (after.section_name !== null) set.section.push({ block_uuid: uuid, section_name: after.section_name })
      if (after.is_sentiment_manual) addSentiment(after)
    } else {
      const hasNewSpeaker = before.speaker_id !== after.speaker_id
      // A new speaker of a block with a section sets the break flag, unless the block's own entry contains the flag.
      const isHeaded = before.section_name !== null || after.section_name !== null
      if ((hasNewSpeaker && isHeaded) || !sameBody(before, after)) set.blocks.push(toSavedBlock(after))
      if (before.section_name !== after.section_name)
        set.section.push({ block_uuid: uuid, section_name: after.section_name })
      if (!sameSentiment(before, after)) addSentiment(after)
      if (!hasNewSpeaker) continue
      const blocks = groups.get(after.speaker_id)
      if (blocks) blocks.push(uuid)
      else groups.set(after.speaker_id, [uuid])
    }
  }
  for (const [speaker_id, [block_uuid, ...child_block_uuids]] of groups)
    set.speaker.push({ block_uuid: block_uuid!, speaker_id, child_block_uuids })
  return sentiments.length > 0 ? { ...set, sentiment: sentiments } : set
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
  const { blocks, insert, delete: deleted, speaker, section, sentiment } = set
  return [blocks, insert, deleted, speaker, section, sentiment ?? []].every((changes) => changes.length === 0)
}

/** Uuids of all blocks that a change set refers to. */
export function referencedBlocks(set: ChangeSet): Set<string> {
  return new Set([
    ...set.blocks.map(({ uuid }) => uuid),
    ...set.insert.map(({ uuid }) => uuid),
    ...set.delete,
    ...set.speaker.flatMap(({ block_uuid, child_block_uuids }) => [block_uuid, ...child_block_uuids]),
    ...set.section.map(({ block_uuid }) => block_uuid),
    ...(set.sentiment ?? []).map(({ block_uuid }) => block_uuid),
  ])
}

/** The effect of a change set on each block that it names. */
export interface ResolvedChanges {
  readonly deletes: readonly EditableBlock[]
  /** Sorted by position: the index of the block after all deletes and inserts. */
  readonly inserts: readonly { readonly position: number; readonly block: EditableBlock }[]
  readonly puts: readonly { readonly before: EditableBlock; readonly after: EditableBlock }[]
}

function bodyOf({ uuid, content, start_time, end_time, terms, tags, is_break }: SavedBlock): SavedBlock {
  return {
    uuid,
    content,
    start_time,
    end_time,
    terms,
    tags,
    is_break,
  }
}

/**
 * Resolves a change set, already validated by `checkChanges`, against the current blocks. A block with a section that
 * gets a new speaker becomes a break, unless its own entry is in the set. Throws EditFailure `unknown-block` when a
 * block does not exist.
 */
export function resolveChanges(find: (uuid: string) => EditableBlock | undefined, set: ChangeSet): ResolvedChanges {
  const known = (uuid: string) => {
    const block = find(uuid)
    if (!block) throw new EditFailure('unknown-block', uuid)
    return block
  }
  const inserted = new Map<string, EditableBlock>()
  for (const block of set.insert) {
    const { speaker_id } = block
    inserted.set(block.uuid, { ...bodyOf(block), speaker_id, section_name: null, sentiment: 0 })
  }
  const puts = new Map<string, EditableBlock>()
  for (const body of set.blocks) puts.set(body.uuid, { ...known(body.uuid), ...bodyOf(body) })
  const change = (uuid: string, act: (block: EditableBlock) => EditableBlock) => {
    const block = inserted.get(uuid)
    if (block) inserted.set(uuid, act(block))
    else puts.set(uuid, act(puts.get(uuid) ?? known(uuid)))
  }
  const isStated = new Set([...puts.keys(), ...inserted.keys()])
  for (const { block_uuid, speaker_id, child_block_uuids } of set.speaker) {
    for (const uuid of [block_uuid, ...child_block_uuids])
      change(uuid, (block) => (isStated.has(uuid) ? { ...block, speaker_id } : withSpeaker(block, speaker_id)))
  }
  for (const { block_uuid, section_name } of set.section)
    change(block_uuid, (block) => ({ ...block, section_name: toSectionName(section_name) }))
  for (const { block_uuid, sentiment, is_manual } of set.sentiment ?? [])
    change(block_uuid, (block) => ({ ...block, sentiment, is_sentiment_manual: is_manual }))
  return {
    deletes: set.delete.map(known),
    inserts: set.insert
      .map(({ uuid, position }) => ({ position, block: inserted.get(uuid)! }))
      .sort((a, b) => a.position - b.position),
    puts: [...puts].map(([uuid, after]) => ({ before: known(uuid), after })),
  }
}

/** A document after another client's save, and the changes applied. */
export interface AppliedChanges {
  readonly document: EditableDocument
  readonly changes: readonly Change[]
}

/**
 * Applies another client's save. `document` must be at the previous revision. Throws EditFailure `unknown-block`
 * otherwise; the caller must then reload the transcript.
 */
export function applyChanges(document: EditableDocument, set: ChangeSet, revision: number): AppliedChanges {
  const { deletes, inserts, puts } = resolveChanges((uuid) => document.blocks.get(uuid), set)
  const changes: Change[] = []
  let current = document
  const step = (change: Change) => {
    changes.push(change)
    current = applyAll(current, [change])
  }
  for (const { before, after } of puts) put(before, after).forEach(step)
  for (const block of deletes) {
    const previous = current.blocks.at(current.blocks.indexOf(block.uuid) - 1)?.uuid ?? null
    step({ type: 'delete', previous, block: current.blocks.get(block.uuid)! })
  }
  for (const { position, block } of inserts) {
    const previous = current.blocks.at(position - 1)?.uuid
    if (position > 0 && previous === undefined) throw new EditFailure('unknown-block', block.uuid)
    step({ type: 'insert', previous: previous ?? null, block })
  }
  return { document: { ...current, revision }, changes }
}
