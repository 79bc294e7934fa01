import type { ChangeSet, saveBlocks as contract } from '@kaiwa/contract/transcript-edits.ts'
import type { OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { referencedBlocks } from '@kaiwa/transcript/changes.ts'
import { checkChanges, toFieldErrors } from '@kaiwa/transcript/check-changes.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findPerson } from '../../accounts/person.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { publishAll } from '../../platform/store/outbox.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import type { StreamHandler } from '../../platform/http/route.ts'
import { items, StreamedJson } from '../../platform/http/streamed-json.ts'
import { invalid } from '../../platform/refusal.ts'
import { speakerReferences, tagReferences } from '../references.ts'
import { isLockChanged, lockUpdated, presentLock } from '../lock/edit-lock.ts'
import { scheduleLockExpiry } from '../lock/expire-lock.ts'
import { holdLock, type LockRow } from '../store/edit-access.ts'
import { countBlocks, findSpeakerIds } from '../store/block-order.ts'
import { findStoredBlocks, type StoredBlock } from '../store/blocks.ts'
import { findReplay, fingerprintOf } from '../store/journal.ts'
import { assertLockVersion, assertUnchangedSince, type Editing, openAndRead } from '../open-for-edit.ts'
import { type Committed, commitSave, resolveReferences } from './commit-changes.ts'
import { deleteDraftOf } from '../store/drafts.ts'
import { findLastEdit } from '../store/transcripts.ts'
import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'

type Body = OperationArguments<typeof contract>['body']

/**
 * Applies a save completely or not at all. A repeated request is applied once and gets the same answer. Events are
 * published at the commit; data that only the caller needs is read afterwards.
 */
export const saveBlocks: StreamHandler<typeof contract> = async ({ params, body }, { app, actor }) => {
  const { editing, ...saved } = await app.db.transaction().execute(async (trx) => {
    const { revision, lock_version: savedVersion, ...requested } = body
    const referenced = referencedBlocks(requested)
    const { editing: opened, found } = await openAndRead(trx, actor, params.id, (at) =>
      findStoredBlocks(at, params.id, { uuids: [...referenced] }),
    )
    assertLockVersion(opened.lock, actor, body)
    const fingerprint = fingerprintOf(body)
    if (await isReplay(trx, actor, opened, body, fingerprint))
      return finishSave(trx, app, {
        editing: opened,
        held: await renewLock(trx, actor, { editing: opened, referenced, savedVersion }),
      })

    const blocks = new Map(found.map((block) => [block.uuid, block]))
    await assertUnchangedSince(trx, opened, revision, [...referenced])
    const set = await resolveReferences(trx, actor, requested)
    const length = set.insert.length > 0 ? await countBlocks(trx, opened.transcriptId) : blocks.size
    const problems = checkChanges({ has: (uuid) => blocks.has(uuid), length }, set)
    if (problems.length > 0) throw invalid(toFieldErrors(problems))
    return applySave(trx, app, actor, { editing: opened, set, blocks, referenced, fingerprint, savedVersion })
  })
  return new StreamedJson<OperationResult<typeof contract>>({
    ...saved,
    // Each has the text of its block, and a long block may have thousands of tags.
    added_tag_usages: items([saved.added_tag_usages]),
    speakers: await speakersOfFile(app.db, actor, editing),
  })
}

/** Whether this request repeats an earlier one whose answer was lost. */
async function isReplay(trx: Trx, actor: Actor, { transcriptId, revision }: Editing, body: Body, fingerprint: string) {
  return (
    body.revision !== undefined &&
    body.revision < revision &&
    (await findReplay(trx, { transcriptId, userId: actor.id, fingerprint, since: body.revision })) !== undefined
  )
}

interface SaveContext extends Saved {
  set: ChangeSet
  blocks: ReadonlyMap<string, StoredBlock>
  fingerprint: string
}

async function applySave(
  trx: Trx,
  app: App,
  actor: Actor,
  { editing, set, blocks, referenced, fingerprint, savedVersion }: SaveContext,
) {
  let renewed: Promise<LockRow | null> | undefined
  // Once: with the change, or alone when nothing has changed.
  const renew = (at: Trx) => (renewed ??= renewLock(at, actor, { editing, referenced, savedVersion }))
  const content = { set, blocks, userId: actor.id, fingerprint, alongside: renew }
  const { committed, events, added, ...written } = await commitSave(trx, editing, content)
  const held = await renew(trx)
  const tags = await tagDifferences(trx, actor, editing, written)
  return {
    ...(await finishSave(trx, app, { editing, held, committed, events })),
    ...tags,
    added_speaker_ids: added,
  }
}

interface Saved {
  editing: Editing
  referenced: ReadonlySet<string>
  /** The lock version that the caller has sent: the save contains the draft of this version. */
  savedVersion: number | undefined
}

/** Deletes the caller's draft, and renews their lock, which is returned; null if they have none. */
async function renewLock(
  trx: Trx,
  actor: Actor,
  { editing: { lock, transcriptId }, referenced, savedVersion }: Saved,
): Promise<LockRow | null> {
  if (lock?.user_id === actor.id && lock.state !== 'released')
    return holdLock(trx, {
      transcriptId,
      userId: actor.id,
      version: lock.version,
      blockUuids: [...referenced],
      isSaved: savedVersion !== undefined,
    })
  if (savedVersion !== undefined)
    await deleteDraftOf(trx, { transcriptId, lockVersion: savedVersion, userId: actor.id })
  return null
}

interface Outcome {
  editing: Editing
  /** The renewed lock of the caller. */
  held: LockRow | null
  committed?: Committed | null
  events?: readonly NewEvent[]
}

/** Publishes the events and returns the state of the transcript. */
async function finishSave(trx: Trx, app: App, { editing, held, committed, events = [] }: Outcome) {
  const { transcriptId, file, lock } = editing
  const allEvents = [...events]
  if (held && isLockChanged(lock, held)) allEvents.push(lockUpdated(file.id, presentLock(held)))
  // While the lock is held, its expiry job is already queued and finds the new end.
  if (held && !lock?.is_held)
    await scheduleLockExpiry(trx, app, { transcript_id: transcriptId, file_id: file.id }, held.until)
  await publishAll(trx, allEvents)
  const now = committed
    ? { revision: committed.revision, last_edited_by: committed.editedBy, last_edited_at: committed.editedAt }
    : await lastEdit(trx, transcriptId)
  return {
    editing,
    removed_tag_usages: [],
    added_tag_usages: [],
    added_speaker_ids: [],
    ...now,
    last_edited_at: now.last_edited_at?.toISOString() ?? null,
    lock: presentLock(held ?? lock),
  }
}

async function lastEdit(trx: Trx, transcriptId: number) {
  const row = await findLastEdit(trx, transcriptId)
  return { ...row, last_edited_by: row.last_edited_by === null ? null : await findPerson(trx, row.last_edited_by) }
}

/** The current speakers of a file. */
async function speakersOfFile(db: Db | Trx, actor: Actor, { file, transcriptId }: Editing): Promise<Speaker[]> {
  const ids = await findSpeakerIds(db, transcriptId)
  return speakerReferences.get().listInFolder(db, actor, file.project_id, [...ids])
}

interface Written {
  deletes: readonly StoredBlock[]
  puts: readonly { before: StoredBlock; after: EditableBlock }[]
  inserts: readonly { block: EditableBlock; id: number }[]
}
type Differences = Pick<OperationResult<typeof contract>, 'removed_tag_usages' | 'added_tag_usages'>

function without(tags: readonly TagUsage[], others: readonly TagUsage[]): TagUsage[] {
  const known = new Set(others.map(({ tag_uuid }) => tag_uuid))
  return tags.filter(({ tag_uuid }) => !known.has(tag_uuid))
}

/** The tagged passages that a save removed from blocks and added to blocks. */
async function tagDifferences(
  trx: Trx,
  actor: Actor,
  { file, transcriptId }: Editing,
  { deletes, puts, inserts }: Written,
): Promise<Differences> {
  const removed = [
    ...deletes.flatMap((block) => block.tags.map((tag) => ({ block_id: block.id, tag_id: tag.tag_id }))),
    ...puts.flatMap(({ before, after }) =>
      without(before.tags, after.tags).map((tag) => ({ block_id: before.id, tag_id: tag.tag_id })),
    ),
  ]
  const added = [
    ...puts.flatMap(({ before, after }) =>
      without(after.tags, before.tags).map((tag) => ({ block: after, id: before.id, tag })),
    ),
    ...inserts.flatMap(({ block, id }) => block.tags.map((tag) => ({ block, id, tag }))),
  ]
  if (added.length === 0) return { removed_tag_usages: removed, added_tag_usages: [] }
  const tags = await tagReferences.get().find(trx, [...new Set(added.map(({ tag }) => tag.tag_id))])
  const speaking = await speakerReferences.get().listInFile(trx, actor, { ...file, transcriptId })
  const speakers = new Map(speaking.map((speaker) => [speaker.id, speaker]))
  return {
    removed_tag_usages: removed,
    added_tag_usages: added.flatMap(({ block, id, tag: passage }) => {
      const tag = tags.get(passage.tag_id)
      const { uuid, content, start_time, end_time, speaker_id } = block
      const { offset, text, tag_uuid } = passage
      const transcript_block = { id, uuid, content, start_time, end_time, offset, text, tag_uuid }
      const speaker = speaker_id === null ? null : (speakers.get(speaker_id) ?? null)
      return tag ? [{ project_file: file, transcript_block, tag, speaker }] : []
    }),
  }
}
