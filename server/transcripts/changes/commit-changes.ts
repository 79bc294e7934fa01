// Writes changes of a transcript as one revision: blocks, marks, journal and revision number, in the caller's transaction.
// No other code does. The cost depends on the size of the change, not on the length of the file.
import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import { type FieldErrors, TEXT_LENGTH_REASON } from '@kaiwa/contract/errors.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import { resolveChanges } from '@kaiwa/transcript/changes.ts'
import { type EditableBlock, sameBlock } from '@kaiwa/transcript/editable-block.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { Actor } from '../../accounts/actor.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { Trx } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipelined.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { publish } from '../../platform/store/outbox.ts'
import { blocksTouched } from '../extension-points.ts'
import type { Editing } from '../open-for-edit.ts'
import { speakerReferences, tagReferences, type TagState } from '../references.ts'
import { findSpeakerIds } from '../store/block-order.ts'
import {
  deleteBlocks,
  insertBlocks,
  type PositionedBlock,
  replaceMarks,
  type StoredBlock,
  updateBlocks,
} from '../store/blocks.ts'
import { insertRevision, MAX_CHANGES_BYTES, type NewRevision } from '../store/journal.ts'
import { saveSearchTexts } from '../store/search-texts.ts'
import { positionInserts } from './position-inserts.ts'
import { comparePositions } from './positions.ts'
import { speakersChanged } from './speaker-changed.ts'

export interface BlockWrites {
  deletes: readonly StoredBlock[]
  puts: readonly { before: StoredBlock; after: EditableBlock }[]
  /** Returns the blocks to insert with their positions. Called after the deletes. */
  positionInserts: () => Promise<readonly PositionedBlock[]>
}

export interface CommitDetails {
  kind: NewRevision['kind']
  userId: number | null
  /** Change set for realtime clients; receives the inserted blocks. Returns null when clients must reload. */
  changes: (inserted: readonly PositionedBlock[]) => ChangeSet | null | Promise<ChangeSet | null>
  /** Fingerprint of the request, for requests that may be repeated. */
  fingerprint?: string
  /** Further statements that share a wait with those that write the change. */
  alongside?: (trx: Trx) => Promise<unknown>
}

export interface Committed {
  revision: number
  editedAt: Date
  editedBy: Person | null
  changes: ChangeSet | null
  /** Ids of inserted blocks by uuid. */
  insertedIds: ReadonlyMap<string, number>
}

/** The written blocks before and after, in reading order. */
function readTouched({
  deletes,
  puts,
  inserts,
}: Omit<BlockWrites, 'positionInserts'> & { inserts: readonly PositionedBlock[] }) {
  const ordered = (blocks: readonly PositionedBlock[]) =>
    blocks.toSorted((a, b) => comparePositions(a.position, b.position)).map(({ block }) => block)
  return {
    before: ordered(
      [...deletes, ...puts.map(({ before }) => before)].map((block) => ({ block, position: block.position })),
    ),
    after: ordered([...puts.map(({ before: { position }, after: block }) => ({ block, position })), ...inserts]),
  }
}

/** Estimated characters of JSON for a word of a block, and for any other change. */
const WORD_SIZE = 150
const CHANGE_SIZE = 200

function sizeOf({ blocks, insert, delete: deleted, speaker, section, sentiment = [] }: ChangeSet): number {
  return (
    [...blocks, ...insert].reduce((sum, { content, terms }) => sum + content.length + WORD_SIZE * terms.length, 0) +
    speaker.reduce((sum, { child_block_uuids }) => sum + CHANGE_SIZE * child_block_uuids.length, 0) +
    CHANGE_SIZE * (blocks.length + insert.length + deleted.length + speaker.length + section.length + sentiment.length)
  )
}

function lengthOf(blocks: readonly EditableBlock[]): number {
  return blocks.reduce((sum, { content }) => sum + content.length, 0)
}

/**
 * Raises the revision by one and returns it. Returns null when nothing differs from the stored blocks. Refuses (422) a
 * transcript that grows beyond `LIMITS.textPerTranscript`.
 */
export async function commitChanges(
  trx: Trx,
  { transcriptId, revision: last, textLength, file }: Editing,
  writing: BlockWrites,
  { kind, userId, changes: describe, fingerprint, alongside }: CommitDetails,
): Promise<Committed | null> {
  const revision = last + 1
  const puts = writing.puts.filter(({ before, after }) => !sameBlock(before, after))
  await deleteBlocks(trx, writing.deletes)
  const inserts = await writing.positionInserts()
  if (puts.length + inserts.length + writing.deletes.length === 0) return null
  const textGrowth =
    lengthOf([...puts.map(({ after }) => after), ...inserts.map(({ block }) => block)]) -
    lengthOf([...puts.map(({ before }) => before), ...writing.deletes])
  if (textGrowth > 0 && textLength + textGrowth > LIMITS.textPerTranscript)
    throw new Refusal('E_UNPROCESSABLE_ENTITY', { reason: TEXT_LENGTH_REASON, errors: { text_length: ['max'] } })
  const insertedIds = await insertBlocks(trx, transcriptId, inserts, revision)
  const rewritten = puts.filter(({ before, after }) => before.content !== after.content)
  const texts = [...rewritten.map(({ after }) => after), ...inserts.map(({ block }) => block)]
  const touched = {
    transcriptId,
    fileId: file.id,
    readTouched: () => readTouched({ deletes: writing.deletes, puts, inserts }),
  }
  const described = await describe(inserts)
  // Clients fetch the transcript instead of changes that are as large.
  const changes = described && sizeOf(described) <= MAX_CHANGES_BYTES ? described : null
  const before = [
    ...writing.deletes.map((block) => ({ uuid: block.uuid, before: block })),
    ...puts.map((put) => ({ uuid: put.before.uuid, before: put.before })),
    ...inserts.map(({ block }) => ({ uuid: block.uuid, before: null })),
  ]
  // A block that is deleted and inserted again in one change set keeps its old version as `before`.
  const versions = [...new Map(before.toReversed().map((version) => [version.uuid, version])).values()]
  const entry = {
    transcriptId,
    fileId: file.id,
    revision,
    kind,
    userId,
    changes,
    fingerprint,
    versions,
    added: inserts.length,
    changed: puts.length,
    removed: writing.deletes.length,
    textGrowth,
  }
  const [{ at, by }] = await pipelined(trx, (one) =>
    Promise.all([
      insertRevision(one, entry),
      updateBlocks(one, puts, revision),
      replaceMarks(one, transcriptId, { puts, inserts, insertedIds }),
      saveSearchTexts(one, transcriptId, texts),
      blocksTouched.runTogether(one, touched),
      alongside?.(one),
    ]),
  )
  return { revision, editedAt: at, editedBy: presentPerson(by), changes, insertedIds }
}

/**
 * Maximum size of an inlined change set (characters of JSON). Larger ones are sent as null and clients fetch them:
 * hosted realtime services accept 10 kB per event.
 */
const THIN_FROM = 8_000

/** Event for clients that have the file open. */
function transcriptChanged({ file, transcriptId }: Editing, committed: Committed): NewEvent<'transcript.changed'> {
  return {
    type: 'transcript.changed',
    data: {
      project_file_id: file.id,
      transcript_id: transcriptId,
      revision: committed.revision,
      edited_by: committed.editedBy,
      edited_at: committed.editedAt.toISOString(),
      changes: JSON.stringify(committed.changes).length < THIN_FROM ? committed.changes : null,
    },
    channels: [fileChannel(file.id)],
  }
}

export function publishChanges(trx: Trx, editing: Editing, committed: Committed): Promise<void> {
  return publish(trx, transcriptChanged(editing, committed))
}

/**
 * The change set with speakers and tags as they are now: merged speakers are replaced and deleted tags are dropped, because a
 * merge or deletion during editing must not make the save fail. Refuses ids that never existed in the workspace (422).
 */
export async function resolveReferences(
  trx: Trx,
  actor: Actor,
  set: ChangeSet,
  /** Name of the list of new blocks in the request. */
  insert = 'insert',
): Promise<ChangeSet> {
  const speakerIds = new Set([...set.insert, ...set.speaker].flatMap(({ speaker_id }) => speaker_id ?? []))
  const tagIds = new Set([...set.blocks, ...set.insert].flatMap(({ tags }) => tags.map(({ tag_id }) => tag_id)))
  const speakers = await speakerReferences.get().resolve(trx, actor, speakerIds)
  const tags = await tagReferences.get().resolve(trx, actor, tagIds)
  const errors: FieldErrors = {}
  const speaker = (id: number | null, path: string): number | null => {
    const found = id === null ? null : speakers.get(id)
    if (found === undefined) errors[path] = ['incorrect']
    return found ?? null
  }
  const keep = (passages: readonly TagUsage[], path: string): TagUsage[] =>
    passages.filter((tag, index) => {
      const state: TagState | undefined = tags.get(tag.tag_id)
      if (state === undefined) errors[`${path}.${index}.tag_id`] = ['incorrect']
      if (tag.tag_uuid === '') errors[`${path}.${index}.tag_uuid`] = ['required']
      return state !== 'deleted'
    })
  const resolved: ChangeSet = {
    ...set,
    blocks: set.blocks.map((block, index) => ({ ...block, tags: keep(block.tags, `blocks.${index}.tags`) })),
    insert: set.insert.map((block, index) => ({
      ...block,
      tags: keep(block.tags, `${insert}.${index}.tags`),
      speaker_id: speaker(block.speaker_id, `${insert}.${index}.speaker_id`),
    })),
    speaker: set.speaker.map((change, index) => ({
      ...change,
      speaker_id: speaker(change.speaker_id, `speaker.${index}.speaker_id`),
    })),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

interface SaveContent extends Pick<CommitDetails, 'alongside'> {
  /** Checked by `checkChanges`, with current speakers and tags. */
  set: ChangeSet
  /** The blocks that the change set refers to, as they are now. */
  blocks: ReadonlyMap<string, StoredBlock>
  userId: number
  fingerprint: string
}

/**
 * Writes a change set as one revision. Returns the written blocks and the events, which the caller publishes. `added`:
 * speakers that had no block in the file before.
 */
export async function commitSave(
  trx: Trx,
  editing: Editing,
  { set, blocks, userId, fingerprint, alongside }: SaveContent,
) {
  const { transcriptId, file } = editing
  const { deletes, inserts, puts } = resolveChanges((uuid) => blocks.get(uuid), set)
  const stored = (uuid: string) => blocks.get(uuid) as StoredBlock
  const speakers = [...set.insert, ...set.speaker].flatMap(({ speaker_id }) => speaker_id ?? [])
  const known = speakers.length > 0 ? await findSpeakerIds(trx, transcriptId) : new Set<number>()
  const added = [...new Set(speakers)].filter((id) => !known.has(id))
  await speakerReferences.get().addToFolder(trx, file.project_id, added)
  const writing = {
    deletes: deletes.map(({ uuid }) => stored(uuid)),
    puts: puts.map(({ before, after }) => ({ before: stored(before.uuid), after })),
    positionInserts: () => positionInserts(trx, transcriptId, inserts),
  }
  const committed = await commitChanges(trx, editing, writing, {
    kind: 'edit',
    userId,
    changes: () => set,
    fingerprint,
    alongside,
  })
  const idOf = (uuid: string): number => blocks.get(uuid)?.id ?? (committed?.insertedIds.get(uuid) as number)
  const events: NewEvent[] = committed
    ? [transcriptChanged(editing, committed), ...(await speakersChanged(trx, editing, set, committed.revision, idOf))]
    : []
  return {
    committed,
    events,
    added,
    deletes: writing.deletes,
    puts: writing.puts,
    inserts: inserts.map(({ block }) => ({ block, id: idOf(block.uuid) })),
  }
}
