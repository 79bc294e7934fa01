import type { ChangeSet, SavedBlock } from '@kaiwa/contract/changes.ts'
import { applyAll, put } from './change.ts'
import type { Change } from './change.ts'
import { withSpeaker } from './change-speaker.ts'
import { EditFailure } from './edit-failure.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import { toSectionName } from './set-section.ts'

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
